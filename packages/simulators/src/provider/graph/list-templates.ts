import type { Route } from '../../router.ts'
import { templateObject } from '../templates.ts'
import type { World } from '../world.ts'
import { requireAccount } from './account.ts'

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
