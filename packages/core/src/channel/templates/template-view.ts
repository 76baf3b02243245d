import { parseExactJson } from '@messaging/contract/exact-json.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { isoTime } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { Revised } from '../../platform/table/revision.ts'
import { AccountEntity, type AccountItem } from '../accounts/account-entity.ts'
import { ProviderTemplateEntity, type ProviderTemplateItem } from './provider-template-entity.ts'
import type { TemplateItem } from './template-entity.ts'
import { TemplateLinkEntity, type TemplateLinkItem } from './template-link-entity.ts'

/** Returns an organisation's templates as the API returns them, with a link to each of its business accounts. */
export async function templateViews(organizationId: string, templates: readonly TemplateItem[]): Promise<Template[]> {
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

export async function templateView(template: TemplateItem): Promise<Template> {
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
