import type { SliceQuery } from '@messaging/contract/page.ts'
import type { Template } from '@messaging/contract/templates.ts'
import { validate as isUuid } from 'uuid'
import { invalidField, notFound } from '../../platform/errors.ts'
import { TemplateEntity, type TemplateItem } from './template-entity.ts'
import { templateView, templateViews } from './template-view.ts'

/** The organisation's template; 404 when there is none. */
export async function getTemplate(organizationId: string, id: string): Promise<TemplateItem> {
  const { data } = isUuid(id)
    ? await TemplateEntity.get({ organizationId, id }).go({ consistent: true })
    : { data: null }
  if (!data) throw notFound('template')
  return data
}

/** `GET /msg-templates/{id}/`. */
export async function viewTemplate(organizationId: string, id: string): Promise<Template> {
  return await templateView(await getTemplate(organizationId, id))
}

/** A function answers at most 6 MB; what an answer holds besides components is small. */
const LARGEST_ANSWER_BYTES = 5 * 1024 * 1024

/** `GET /msg-templates/`, oldest first. 400 when what is asked for does not fit one answer. */
export async function listTemplates(organizationId: string, { offset, limit }: SliceQuery): Promise<Template[]> {
  const { data } = await TemplateEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  const chosen = data
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
    .slice(offset, limit === undefined ? undefined : offset + limit)
  const bytes = chosen.reduce((sum, { components }) => sum + Buffer.byteLength(components), 0)
  if (bytes > LARGEST_ANSWER_BYTES)
    throw invalidField('limit', 'these templates are larger than 5 MB together; ask for fewer at a time')
  return await templateViews(organizationId, chosen)
}
