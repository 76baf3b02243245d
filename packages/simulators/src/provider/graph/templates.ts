import * as v from 'valibot'
import { unixSeconds } from '../../clock.ts'
import type { Route } from '../../router.ts'
import { TemplateContent, templateObject } from '../templates.ts'
import type { World } from '../world.ts'
import { checkTemplate, GraphError, parseJson, unknownObject } from './graph-error.ts'
import { fromLibrary, requireLifetime } from './library.ts'
import { isUpload, receiveUpload } from './media.ts'
import { requireAccount } from './phone-numbers.ts'

const DEFAULT_LIMIT = 25

/**
 * `GET /{version}/{account id}/message_templates`: returns a page of templates, filtered by `name` (contains), `status`
 * and `language`. A cursor is the number of templates before it.
 */
export const listTemplates: Route<World> = {
  method: 'GET',
  path: '/{version}/{wabaId}/message_templates',
  handle({ param, query, path }, world) {
    const wabaId = param('wabaId')
    requireAccount(world, wabaId)
    const found = world.templates.of(wabaId).filter((template) => {
      const { name, language, status } = template
      const wants = (key: string, test: (wanted: string) => boolean) => test(query.get(key) ?? '') || !query.has(key)
      return (
        wants('name', (wanted) => name.includes(wanted)) &&
        wants('language', (wanted) => language === wanted) &&
        wants('status', (wanted) => status === wanted)
      )
    })
    const start = Number(query.get('after') ?? 0)
    const end = start + Number(query.get('limit') ?? DEFAULT_LIMIT)
    const data = found.slice(start, end).map(templateObject)
    const next = end < found.length ? `${path}?after=${end}` : undefined
    return { status: 200, body: { data, paging: { cursors: { before: String(start), after: String(end) }, next } } }
  },
}

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
    for (const template of found) world.templates.remove(template, unixSeconds(world.clock))
    return { status: 200, body: { success: true } }
  },
}

const Input = v.partial(v.pick(TemplateContent, ['category', 'components', 'message_send_ttl_seconds']))

const EDITABLE: readonly string[] = ['APPROVED', 'REJECTED', 'PAUSED']

/**
 * `POST /{version}/{template id}`: sets other components or another category, which are reviewed again. The category of
 * an approved template cannot be set.
 */
export const editTemplate: Route<World> = {
  method: 'POST',
  path: '/{version}/{templateId}',
  handle(call, { templates }) {
    const { param, body } = call
    if (isUpload(param('templateId'))) return receiveUpload(call)
    const template = templates.get(param('templateId'))
    if (!template) throw unknownObject(param('templateId'))
    const input = checkTemplate(Input, parseJson(body))
    const { category, components = template.components } = input
    const seconds = input.message_send_ttl_seconds ?? template.message_send_ttl_seconds
    requireLifetime(category ?? template.category, seconds)
    if (!EDITABLE.includes(template.status))
      throw new GraphError({ code: 100, details: `A template with the status ${template.status} cannot be edited.` })
    if (template.status === 'APPROVED' && category !== undefined)
      throw new GraphError({ code: 100, details: 'The category of an approved template cannot be changed.' })
    templates.change(template, {
      category: category ?? template.category,
      components,
      message_send_ttl_seconds: seconds,
      status: 'PENDING',
    })
    return { status: 200, body: { success: true } }
  },
}

/** `POST /{version}/{account id}/message_templates`: submits a template for review. The name of a deleted template may be blocked. */
export const createTemplate: Route<World> = {
  method: 'POST',
  path: '/{version}/{wabaId}/message_templates',
  handle({ param, body }, world) {
    const wabaId = param('wabaId')
    requireAccount(world, wabaId)
    const fault = world.faults.take()
    if (fault.reset === 'before') return { status: 0, drop: true }
    if (fault.code !== undefined) throw new GraphError({ code: fault.code, status: fault.status })
    const content = checkTemplate(TemplateContent, fromLibrary(parseJson(body)))
    requireLifetime(content.category, content.message_send_ttl_seconds)
    if (!content.components.some(({ type }) => type === 'BODY'))
      throw new GraphError({ code: 100, details: 'A template requires a component of type BODY.' })
    if (world.templates.of(wabaId).some((other) => other.name === content.name && other.language === content.language))
      throw new GraphError({ code: 100, subcode: 2388024, message: 'Content in this language already exists' })
    if (world.templates.isBlocked(wabaId, content, unixSeconds(world.clock)))
      throw new GraphError({ code: 100, subcode: 2388023, message: 'Message template language is being deleted' })
    const { id, status, category } = world.templates.submit(wabaId, content)
    return { status: 200, body: { id, status, category }, drop: fault.reset === 'after' }
  },
}
