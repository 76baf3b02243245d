import type { UnpublishedTemplate } from '@messaging/contract/templates.ts'
import { log } from '../../platform/log/log.ts'
import type { AccountItem } from '../accounts/account-entity.ts'
import { ProviderRefusal } from '../provider-refusal.ts'
import { forEachAccount } from './for-each-account.ts'
import { getTemplate, viewTemplate } from './get-template.ts'
import type { TemplateItem } from './template-entity.ts'
import { removeLink, TemplateLinkEntity, type TemplateLinkItem } from './template-link-entity.ts'
import { type UpstreamTemplates, upstreamTemplates } from './upstream-templates.ts'

/**
 * Deletes the template at the provider on each account; the draft stays. Succeeds for an account where it is not
 * published.
 * @throws ServiceError 400 for accounts that the organisation does not have
 */
export async function unpublishTemplate(
  organizationId: string,
  id: string,
  accountIds: readonly string[],
  now: number,
): Promise<UnpublishedTemplate> {
  const template = await getTemplate(organizationId, id)
  const { done, failed } = await forEachAccount(template, accountIds, 'unpublish', (account) =>
    unpublishFrom(account, template, now),
  )
  const unpublishResults = done.map(({ accountId }) => ({ accountId, unpublished: true }))
  return { ...(await viewTemplate(organizationId, id)), unpublishResults, unpublishErrors: failed }
}

async function unpublishFrom(account: AccountItem, template: TemplateItem, now: number): Promise<void> {
  const key = { organizationId: account.organizationId, templateId: template.id, accountId: account.id }
  const { data: link } = await TemplateLinkEntity.get(key).go({ consistent: true })
  if (!link) return
  const upstream = await upstreamTemplates(account, now)
  const providerTemplateId = link.providerTemplateId ?? (await upstream.find(link))?.id
  if (providerTemplateId !== undefined) await removeUpstream(upstream, link, providerTemplateId)
  await removeLink(link)
  log('template.unpublished', { ...key, providerTemplateId })
}

/** Ignores a rejection if the template does not exist: an earlier attempt may have deleted it. */
async function removeUpstream(upstream: UpstreamTemplates, link: TemplateLinkItem, id: string): Promise<void> {
  try {
    await upstream.remove(link.name, id)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const found = await upstream.find(link)
    if (found?.id === id) throw error
  }
}
