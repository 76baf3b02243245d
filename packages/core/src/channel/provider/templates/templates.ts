import { parseExactJson } from '@replywright/contract/exact-json.ts'
import type { SliceQuery } from '@replywright/contract/page.ts'
import type { AccountLink, Template, TemplateChange, TemplateInput } from '@replywright/contract/templates.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import { isoTime } from '../../../platform/clock.ts'
import { conflict, InternalError, invalidField, notFound } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { CounterEntity } from '../../../platform/paging/counter-entity.ts'
import { assertRevision, Revised } from '../../../platform/revision.ts'
import { batchGet } from '../../../platform/table/batch-get.ts'
import { transact } from '../../../platform/table/transact.ts'
import { AccountEntity, type AccountItem } from '../accounts/account-entity.ts'
import { componentsText, libraryText, readLibrary, requireLifetime } from './components.ts'
import {
  ProviderTemplateEntity,
  type ProviderTemplateItem,
  TemplateEntity,
  type TemplateItem,
  TemplateLinkEntity,
  type TemplateLinkItem,
} from './template-entity.ts'

/** The noun under which an organisation's templates are counted. */
const TEMPLATES = 'templates'
/** The maximum of templates per organisation (decisions, Templates). */
const MAX_TEMPLATES = 250

/** Creates a template, or returns the one with this id. @throws ServiceError 409 if the organisation has 250 */
export async function createTemplate(
  organizationId: string,
  id: string,
  input: TemplateInput,
  now: EpochMs,
): Promise<Template> {
  requireLifetime(input.category, input.messageSendTtlSeconds)
  const written = await transact({ templates: TemplateEntity, counters: CounterEntity }, ({ templates, counters }) => [
    templates
      .create({
        organizationId,
        id,
        name: input.name,
        category: input.category,
        parameterFormat: input.parameterFormat,
        language: input.language,
        components: componentsText(input.components),
        ...(input.messageSendTtlSeconds !== null && { messageSendTtlSeconds: input.messageSendTtlSeconds }),
        ...(input.libraryTemplate !== null && { libraryTemplate: libraryText(input.libraryTemplate) }),
        createdAt: now,
        updatedAt: now,
      })
      .commit(),
    counters
      .update({ organizationId, noun: TEMPLATES })
      .add({ count: 1 })
      .where(({ count }, { lt, notExists }) => `${notExists(count)} OR ${lt(count, MAX_TEMPLATES)}`)
      .commit(),
  ])
  const { data } = await TemplateEntity.get({ organizationId, id }).go({ consistent: true })
  if (!data)
    throw conflict('limit_reached', `The organisation has ${MAX_TEMPLATES} templates, which is the limit. Delete one.`)
  if (written) log('template.created', { organizationId, templateId: id })
  return await templateView(data)
}

/**
 * Changes fields of a draft. Published copies do not change.
 * @throws ServiceError 404 if it does not exist, 409 if its revision is not `expected`
 */
export async function changeTemplate(
  organizationId: string,
  id: string,
  { components, messageSendTtlSeconds, libraryTemplate, ...fields }: TemplateChange,
  expected: number | undefined,
  now: EpochMs,
): Promise<Revised<Template>> {
  if (!isUuid(id)) throw notFound('template')
  if (fields.category !== undefined || typeof messageSendTtlSeconds === 'number') {
    const stored = await getTemplate(organizationId, id)
    const seconds = messageSendTtlSeconds === undefined ? stored.messageSendTtlSeconds : messageSendTtlSeconds
    requireLifetime(fields.category ?? stored.category, seconds)
  }
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const { data, rejected } = await TemplateEntity.patch({ organizationId, id })
    .set({
      ...given,
      ...(components !== undefined && { components: componentsText(components) }),
      ...(typeof messageSendTtlSeconds === 'number' && { messageSendTtlSeconds }),
      ...(libraryTemplate && { libraryTemplate: libraryText(libraryTemplate) }),
      updatedAt: now,
    })
    .remove([
      ...(messageSendTtlSeconds === null ? ['messageSendTtlSeconds' as const] : []),
      ...(libraryTemplate === null ? ['libraryTemplate' as const] : []),
    ])
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

/** Deletes a template's draft. Published copies stay. @throws ServiceError 404 if it does not exist */
export async function deleteTemplate(organizationId: string, id: string): Promise<undefined> {
  await getTemplate(organizationId, id)
  const isWritten = await transact(
    { templates: TemplateEntity, counters: CounterEntity },
    ({ templates, counters }) => [
      templates.remove({ organizationId, id }).commit(),
      counters.update({ organizationId, noun: TEMPLATES }).subtract({ count: 1 }).commit(),
    ],
  )
  if (!isWritten) throw notFound('template')
  log('template.deleted', { organizationId, templateId: id })
  // Links that a crash leaves are never read: no other template has this id.
  const { data: links } = await TemplateLinkEntity.query
    .byTemplate({ organizationId, templateId: id })
    .go({ pages: 'all' })
  await Promise.all(
    links.map(({ templateId, accountId }) => TemplateLinkEntity.delete({ organizationId, templateId, accountId }).go()),
  )
}

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

/** Returns an organisation's templates as the API returns them, with a link to each of its business accounts. */
async function templateViews(organizationId: string, templates: readonly TemplateItem[]): Promise<Template[]> {
  const [only] = templates
  const ofOne = templates.length === 1 && only ? { templateId: only.id } : {}
  const [accounts, { data: links }] = await Promise.all([
    accountsOf(organizationId),
    TemplateLinkEntity.query.byTemplate({ organizationId, ...ofOne }).go({ pages: 'all', consistent: true }),
  ])
  const upstream = await readProviderTemplates(links)
  const linksOf = Map.groupBy(links, ({ templateId }) => templateId)
  return templates.map((template) => viewWithLinks(template, accounts, linksOf.get(template.id) ?? [], upstream))
}

async function templateView(template: TemplateItem): Promise<Template> {
  const [view] = await templateViews(template.organizationId, [template])
  if (!view) throw new InternalError(`template ${template.id} has no view`)
  return view
}

/** Returns a template with its revision. */
export async function revisedTemplate(template: TemplateItem): Promise<Revised<Template>> {
  return new Revised(await templateView(template), template.revision ?? 0)
}

async function accountsOf(organizationId: string): Promise<AccountItem[]> {
  const { data } = await AccountEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  return data.toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
}

async function readProviderTemplates(links: readonly TemplateLinkItem[]): Promise<Map<string, ProviderTemplateItem>> {
  const keys = links.flatMap(({ providerTemplateId }) => (providerTemplateId ? [{ providerTemplateId }] : []))
  const items = await batchGet(keys, (batch) => ProviderTemplateEntity.get(batch).go({ consistent: true }))
  return new Map(items.map((item) => [item.providerTemplateId, item]))
}

function viewWithLinks(
  template: TemplateItem,
  accounts: readonly AccountItem[],
  links: readonly TemplateLinkItem[],
  upstream: ReadonlyMap<string, ProviderTemplateItem>,
): Template {
  const { id, name, category, parameterFormat, createdAt, updatedAt, language, components } = template
  const { messageSendTtlSeconds, libraryTemplate } = template
  const accountLinks = accounts.map((account) => {
    const link = links.find(({ accountId }) => accountId === account.id)
    return accountLink(account, link?.providerTemplateId ? upstream.get(link.providerTemplateId) : undefined)
  })
  return {
    id,
    name,
    category,
    parameterFormat,
    accountLinks,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    language,
    components: parseExactJson(components),
    ...(messageSendTtlSeconds !== undefined && { messageSendTtlSeconds }),
    ...(libraryTemplate !== undefined && { libraryTemplate: readLibrary(libraryTemplate) }),
  }
}

/** Returns the link of a template to one account. `upstream` is the provider's state, if it has the template. */
function accountLink(account: AccountItem, upstream: ProviderTemplateItem | undefined): AccountLink {
  const published = upstream !== undefined && upstream.status !== 'DRAFT'
  return {
    accountId: account.id,
    accountName: account.name,
    wabaId: account.waId,
    providerTemplateId: published ? upstream.providerTemplateId : '',
    qualityScore: published ? upstream.qualityScore : 'UNKNOWN',
    rejectionReason: published ? upstream.rejectionReason : '',
    status: published ? upstream.status : 'DRAFT',
  }
}
