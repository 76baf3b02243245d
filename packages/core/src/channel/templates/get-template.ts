import type { SliceQuery } from '@messaging/contract/page.ts'
import type { Template } from '@messaging/contract/templates.ts'
import { validate as isUuid } from 'uuid'
import { invalidField, notFound } from '../../platform/errors.ts'
import { TemplateEntity, type TemplateItem } from './template-entity.ts'
import { templateView, templateViews } from './template-view.ts'

/** Returns the organisation's template. @throws ServiceError 404 if it does not exist */
export async function getTemplate(organizationId: string, id: string): Promise<TemplateItem> {
  const { data } = isUuid(id)
    ? await TemplateEntity.get({ organizationId, id }).go({ consistent: true })
    : { data: null }
  if (!data) throw notFound('template')
  return data
}

/** Handles `GET /msg-templates/{id}/`. */
export async function viewTemplate(organizationId: string, id: string): Promise<Template> {
  return await templateView(await getTemplate(organizationId, id))
}

/** A function's response has at most 6 MB. Besides components, a response is small. */
const MAX_COMPONENTS_BYTES = 5 * 1024 * 1024

/** Handles `GET /msg-templates/`, oldest first. @throws ServiceError 400 if they do not fit one response */
export async function listTemplates(organizationId: string, { offset, limit }: SliceQuery): Promise<Template[]> {
  const { data } = await TemplateEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  const chosen = data
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
    .slice(offset, limit === undefined ? undefined : offset + limit)
  const bytes = chosen.reduce((sum, { components }) => sum + Buffer.byteLength(components), 0)
  if (bytes > MAX_COMPONENTS_BYTES)
    throw invalidField('limit', 'the requested templates exceed 5 MB; request fewer at a time')
  return await templateViews(organizationId, chosen)
}
