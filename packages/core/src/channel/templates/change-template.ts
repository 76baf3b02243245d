import type { Template, TemplateChange } from '@messaging/contract/templates.ts'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { componentsText } from './components.ts'
import { TemplateEntity } from './template-entity.ts'
import { templateView } from './template-view.ts'

/** Changes fields of a draft. Published copies do not change. @throws ServiceError 404 if it does not exist */
export async function changeTemplate(
  organizationId: string,
  id: string,
  { components, ...fields }: TemplateChange,
  now: number,
): Promise<Template> {
  if (!isUuid(id)) throw notFound('template')
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const { data, rejected } = await TemplateEntity.patch({ organizationId, id })
    .set({
      ...given,
      ...(components !== undefined && { components: componentsText(components) }),
      updatedAt: now,
    })
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  if (rejected) throw notFound('template')
  log('template.changed', { organizationId, templateId: id })
  return await templateView(data)
}
