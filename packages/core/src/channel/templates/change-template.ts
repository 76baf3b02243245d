import type { Template, TemplateChange } from '@messaging/contract/templates.ts'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { assertRevision, type Revised } from '../../platform/table/revision.ts'
import { componentsText } from './components.ts'
import { TemplateEntity } from './template-entity.ts'
import { revisedTemplate } from './template-view.ts'

/**
 * Changes fields of a draft. Published copies do not change.
 * @throws ServiceError 404 if it does not exist, 409 if its revision is not `expected`
 */
export async function changeTemplate(
  organizationId: string,
  id: string,
  { components, ...fields }: TemplateChange,
  expected: number | undefined,
  now: number,
): Promise<Revised<Template>> {
  if (!isUuid(id)) throw notFound('template')
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const { data, rejected } = await TemplateEntity.patch({ organizationId, id })
    .set({
      ...given,
      ...(components !== undefined && { components: componentsText(components) }),
      updatedAt: now,
    })
    .add({ revision: 1 })
    .where(({ revision }, { eq, notExists }) => {
      if (expected === undefined) return ''
      return expected === 0 ? notExists(revision) : eq(revision, expected)
    })
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  if (rejected && data) assertRevision(expected, data.revision ?? 0, 'template')
  if (rejected) throw notFound('template')
  log('template.changed', { organizationId, templateId: id })
  return await revisedTemplate(data)
}
