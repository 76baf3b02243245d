import { createWriteTransaction } from 'electrodb'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { TEMPLATES } from './create-template.ts'
import { getTemplate } from './get-template.ts'
import { TemplateEntity } from './template-entity.ts'
import { TemplateLinkEntity } from './template-link-entity.ts'

/** Deletes a template's draft. Published copies stay. @throws ServiceError 404 if it does not exist */
export async function deleteTemplate(organizationId: string, id: string): Promise<undefined> {
  await getTemplate(organizationId, id)
  const transaction = createWriteTransaction(
    { templates: TemplateEntity, counters: CounterEntity },
    ({ templates, counters }) => [
      templates.remove({ organizationId, id }).commit(),
      counters.update({ organizationId, noun: TEMPLATES }).subtract({ count: 1 }).commit(),
    ],
  )
  if (!(await transact(() => transaction.go()))) throw notFound('template')
  log('template.deleted', { organizationId, templateId: id })
  // Links that a crash leaves are never read: no other template has this id.
  const { data: links } = await TemplateLinkEntity.query
    .byTemplate({ organizationId, templateId: id })
    .go({ pages: 'all' })
  await Promise.all(
    links.map(({ templateId, accountId }) => TemplateLinkEntity.delete({ organizationId, templateId, accountId }).go()),
  )
}
