import type { Route } from '../../router.ts'
import { TemplateContent } from '../templates.ts'
import type { World } from '../world.ts'
import { requireAccount } from './account.ts'
import { GraphError } from './graph-error.ts'
import { check, parseJson } from './validation.ts'

/** `POST /{version}/{account id}/message_templates`: submits a template for review. */
export const createTemplate: Route<World> = {
  method: 'POST',
  path: '/{version}/{wabaId}/message_templates',
  handle({ param, body }, world) {
    const wabaId = param('wabaId')
    requireAccount(world, wabaId)
    const fault = world.faults.take()
    if (fault.reset === 'before') return { status: 0, drop: true }
    if (fault.code !== undefined) throw new GraphError({ code: fault.code, status: fault.status })
    const content = check(TemplateContent, parseJson(body))
    if (!content.components.some(({ type }) => type === 'BODY'))
      throw new GraphError({ code: 100, details: 'A template requires a component of type BODY.' })
    if (world.templates.of(wabaId).some((other) => other.name === content.name && other.language === content.language))
      throw new GraphError({ code: 100, subcode: 2388024, message: 'Content in this language already exists' })
    const { id, status, category } = world.templates.submit(wabaId, content)
    return { status: 200, body: { id, status, category }, drop: fault.reset === 'after' }
  },
}
