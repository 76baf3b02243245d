import type { Template, TemplateInput } from '@messaging/contract/templates.ts'
import { createWriteTransaction } from 'electrodb'
import { conflict } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { componentsText } from './components.ts'
import { TemplateEntity } from './template-entity.ts'
import { templateView } from './template-view.ts'

/** The noun under which an organisation's templates are counted. */
export const TEMPLATES = 'templates'
/** The maximum of templates per organisation (decisions, Templates). */
const MAX_TEMPLATES = 250

/** Creates a template, or returns the one with this id. @throws ServiceError 409 if the organisation has 250 */
export async function createTemplate(
  organizationId: string,
  id: string,
  input: TemplateInput,
  now: number,
): Promise<Template> {
  const transaction = createWriteTransaction(
    { templates: TemplateEntity, counters: CounterEntity },
    ({ templates, counters }) => [
      templates
        .create({
          organizationId,
          id,
          name: input.name,
          category: input.category,
          parameterFormat: input.parameterFormat,
          language: input.language,
          components: componentsText(input.components),
          createdAt: now,
          updatedAt: now,
        })
        .commit(),
      counters
        .update({ organizationId, noun: TEMPLATES })
        .add({ count: 1 })
        .where(({ count }, { lt, notExists }) => `${notExists(count)} OR ${lt(count, MAX_TEMPLATES)}`)
        .commit(),
    ],
  )
  const written = await transact(() => transaction.go())
  const { data } = await TemplateEntity.get({ organizationId, id }).go({ consistent: true })
  if (!data)
    throw conflict('limit_reached', `The organisation has ${MAX_TEMPLATES} templates, which is the limit. Delete one.`)
  if (written) log('template.created', { organizationId, templateId: id })
  return await templateView(data)
}
