import type { PublishedTemplate } from '@messaging/contract/templates.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { AccountItem } from '../accounts/account-entity.ts'
import { forEachAccount } from './for-each-account.ts'
import { getTemplate, viewTemplate } from './get-template.ts'
import { keepObserved } from './keep-observed.ts'
import { linkStatus, rejectionReason } from './link-status.ts'
import type { TemplateItem } from './template-entity.ts'
import { TemplateLinkEntity, type TemplateLinkItem } from './template-link-entity.ts'
import { type UpstreamTemplate, type UpstreamTemplates, upstreamTemplates } from './upstream-templates.ts'

/**
 * `PUT /msg-templates/{id}/publish/`: submits the template on each account. What an earlier attempt did is found and not done
 * again. 400 for accounts that are not the organisation's.
 */
export async function publishTemplate(
  organizationId: string,
  id: string,
  accountIds: readonly string[],
  now: number,
): Promise<PublishedTemplate> {
  const template = await getTemplate(organizationId, id)
  const { done, failed } = await forEachAccount(template, accountIds, 'publish', (account) =>
    publishOn(account, template, now),
  )
  const view = await viewTemplate(organizationId, id)
  const publishResults = done.map(({ accountId }) => {
    const { providerTemplateId = '', status = 'PENDING' } =
      view.accountLinks.find((link) => link.accountId === accountId) ?? {}
    return { accountId, providerTemplateId, status }
  })
  return { ...view, publishResults, publishErrors: failed }
}

async function publishOn(account: AccountItem, template: TemplateItem, now: number): Promise<void> {
  const { organizationId, waId } = account
  const link = await claimLink(account, template)
  if (link.name !== template.name || link.language !== template.language)
    throw new ServiceError(
      'conflict',
      `It is published there as ${link.name} (${link.language}). Unpublish it there first.`,
    )
  const upstream = await upstreamTemplates(account, now)
  const found = await upstream.find(template)
  const { id, status, reason, quality } = found
    ? await adopt(upstream, found, link, template)
    : { ...(await upstream.create(template)), reason: null, quality: 'UNKNOWN' }
  await keepObserved({
    providerTemplateId: id,
    waId,
    status: linkStatus(status) ?? 'PENDING',
    rejectionReason: rejectionReason(reason),
    qualityScore: quality,
  })
  // Whole and unconditional: whoever was told by the provider that it is there says so. Not put: what a later release added stays.
  await TemplateLinkEntity.upsert({ ...link, providerTemplateId: id, contentAt: template.updatedAt }).go()
  log('template.published', { organizationId, templateId: template.id, accountId: account.id, providerTemplateId: id })
}

/** Takes over what the account has under that name, after changing it when the draft is newer than what was published. */
async function adopt(
  upstream: UpstreamTemplates,
  found: UpstreamTemplate,
  link: TemplateLinkItem,
  template: TemplateItem,
) {
  const changed = link.contentAt < template.updatedAt
  if (changed) await upstream.edit(found.id, template)
  return {
    id: found.id,
    status: changed ? 'PENDING' : found.status,
    reason: found.rejected_reason,
    quality: found.quality_score?.score ?? 'UNKNOWN',
  }
}

/** Says that the template is about to be on the account; answers what was said before, if anything. */
async function claimLink(account: AccountItem, template: TemplateItem): Promise<TemplateLinkItem> {
  const { data } = await TemplateLinkEntity.create({
    organizationId: account.organizationId,
    templateId: template.id,
    accountId: account.id,
    waId: account.waId,
    name: template.name,
    language: template.language,
    contentAt: template.updatedAt,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new ServiceError('conflict', 'The template is being unpublished there. Try again.')
  return data
}
