import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { requireAccount } from './account.ts'
import { GraphError } from './graph-error.ts'

/** `DELETE /{version}/{account id}/message_templates`: deletes by name in every language, or one with `hsm_id`. */
export const deleteTemplates: Route<World> = {
  method: 'DELETE',
  path: '/{version}/{wabaId}/message_templates',
  handle({ param, query }, world) {
    const wabaId = param('wabaId')
    requireAccount(world, wabaId)
    const id = query.get('hsm_id')
    const found = world.templates
      .of(wabaId)
      .filter((template) => template.name === query.get('name') && (id === null || template.id === id))
    if (found.length === 0) throw new GraphError({ code: 100, subcode: 2593002, message: 'Message Template Not Found' })
    for (const template of found) world.templates.remove(template)
    return { status: 200, body: { success: true } }
  },
}
