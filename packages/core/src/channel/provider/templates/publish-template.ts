import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { LinkStatus, PublishedTemplate, UnpublishedTemplate } from '@replywright/contract/templates.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { conflict, ServiceError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { ProviderRefusal } from '../../port.ts'
import type { AccountItem } from '../accounts/account-entity.ts'
import { forEachAccount } from './for-each-account.ts'
import { linkStatus, rejectionReason } from './link-status.ts'
import { contentFound, contentOf, contentOfLibrary, libraryIn } from './template-content.ts'
import {
  ProviderTemplateEntity,
  removeLink,
  type TemplateItem,
  TemplateLinkEntity,
  type TemplateLinkItem,
} from './template-entity.ts'
import { getTemplate, viewTemplate } from './templates.ts'
import { type UpstreamTemplate, type UpstreamTemplates, upstreamTemplates } from './upstream-templates.ts'

/**
 * Handles `PUT /msg-templates/{id}/publish/`: submits the template on each account. Idempotent: finds and reuses the
 * results of earlier attempts.
 */
export async function publishTemplate(
  organizationId: string,
  id: string,
  accountIds: readonly string[],
  now: EpochMs,
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

async function publishOn(account: AccountItem, template: TemplateItem, now: EpochMs): Promise<void> {
  const { organizationId, waId } = account
  const problem = publishingProblem(template)
  if (problem) throw new ServiceError('validation_error', problem)
  const upstream = await upstreamTemplates(account, now)
  const link = await claimName(account, template, upstream, now)
  const found = await upstream.find(template)
  const { id, status, reason, quality, content, isSubmitted } = found
    ? await reuseExisting(upstream, found, link, template)
    : {
        ...(await createUpstream(upstream, template, link)),
        reason: null,
        quality: 'UNKNOWN',
        content: await contentCreated(upstream, template),
        isSubmitted: false,
      }
  await storeObserved({
    providerTemplateId: id,
    waId,
    status: linkStatus(status) ?? 'PENDING',
    rejectionReason: rejectionReason(reason),
    statusAt: isSubmitted ? Math.floor(now / 1000) : 0,
    qualityScore: quality,
  })
  // Upserted without a condition, because the provider has confirmed the template. Not a put, so that attributes of a
  // later release stay.
  await TemplateLinkEntity.upsert({ ...link, providerTemplateId: id, contentAt: template.updatedAt, content }).go()
  log('template.published', { organizationId, templateId: template.id, accountId: account.id, providerTemplateId: id })
}

/**
 * Reuses the account's template of that name. Edits it first if the draft is newer than the published content and differs
 * from it: it is in review again. The category of an approved template stays.
 * @throws ServiceError 409 while the provider reviews it, and an edit is necessary
 */
async function reuseExisting(
  upstream: UpstreamTemplates,
  found: UpstreamTemplate,
  link: TemplateLinkItem,
  template: TemplateItem,
) {
  const reviewed = linkStatus(found.status)
  const content = contentOf(reviewed === 'APPROVED' ? { ...template, category: found.category } : template)
  if (template.libraryTemplate !== undefined) return reuseLibrary(found, link, template)
  const changed = link.contentAt < template.updatedAt && content !== contentFound(found)
  if (changed && reviewed === 'PENDING')
    throw conflict(
      'template_not_ready',
      'The published template is in review, and cannot be changed until then. Publish again after the review.',
    )
  if (changed) await upstream.edit(found, template)
  return {
    id: found.id,
    status: changed ? 'PENDING' : found.status,
    reason: changed ? null : found.rejected_reason,
    quality: found.quality_score?.score ?? 'UNKNOWN',
    content: changed ? content : contentFound(found),
    isSubmitted: changed,
  }
}

/**
 * Reuses what the account has from the provider's library, whose texts cannot be edited.
 * @throws ServiceError 409 if the draft has changed since it was published
 */
function reuseLibrary(found: UpstreamTemplate, link: TemplateLinkItem, template: TemplateItem) {
  const before = libraryIn(link)
  if (before !== undefined && stringifyExactJson(before) !== template.libraryTemplate)
    throw new ServiceError(
      'conflict',
      'A template from the provider’s library cannot be changed there. Give the draft another name, and publish it again.',
    )
  const { id, status, rejected_reason: reason, quality_score } = found
  const content = contentOfLibrary(found, template)
  return { id, status, reason, quality: quality_score?.score ?? 'UNKNOWN', content, isSubmitted: false }
}

/** Returns the content of a template that was created: the provider has the texts of its library. */
async function contentCreated(upstream: UpstreamTemplates, template: TemplateItem): Promise<string> {
  const found = template.libraryTemplate === undefined ? undefined : await upstream.find(template)
  return found ? contentOfLibrary(found, template) : contentOf(template)
}

/** Creates the template at the provider. A rejected creation has no effect, so the link is removed again. */
async function createUpstream(upstream: UpstreamTemplates, template: TemplateItem, link: TemplateLinkItem) {
  try {
    return await upstream.create(template)
  } catch (error) {
    if (error instanceof ProviderRefusal) await removeLink(link)
    throw error
  }
}

/**
 * Creates the link before the provider is called. Returns the existing link if it has the template's name and language.
 * A link with another name is replaced if the provider has no template of that name.
 */
async function claimName(
  account: AccountItem,
  template: TemplateItem,
  upstream: UpstreamTemplates,
  now: EpochMs,
): Promise<TemplateLinkItem> {
  const link = await claimLink(account, template, now)
  if (link.name === template.name && link.language === template.language) return link
  const isRunning = link.providerTemplateId === undefined && now - (link.claimedAt ?? 0) < CLAIM_MILLISECONDS
  if (isRunning || (await upstream.find(link)))
    throw new ServiceError(
      'conflict',
      `The template is published on this account as ${link.name} (${link.language}). Unpublish it there first.`,
    )
  await removeLink(link)
  return await claimLink(account, template, now)
}

/** Longer than a request that publishes can run, so that a claim of this age belongs to an interrupted one. */
const CLAIM_MILLISECONDS = 60_000

/** Creates the link, or returns the existing one. */
async function claimLink(account: AccountItem, template: TemplateItem, now: EpochMs): Promise<TemplateLinkItem> {
  const { data } = await TemplateLinkEntity.create({
    organizationId: account.organizationId,
    templateId: template.id,
    accountId: account.id,
    waId: account.waId,
    name: template.name,
    language: template.language,
    contentAt: template.updatedAt,
    claimedAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw conflict('changed_concurrently', 'The template is being unpublished on this account. Try again.')
  return data
}

/** Returns why the provider would certainly reject a template, or undefined. Other rules are left to the provider. */
export function publishingProblem({
  name,
  components,
  libraryTemplate,
}: Pick<TemplateItem, 'name' | 'components' | 'libraryTemplate'>): string | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    return `The name ${name} is invalid for the provider. Use lower-case letters, digits and underscores only.`
  if (libraryTemplate !== undefined) return undefined
  const parts: unknown = JSON.parse(components)
  const hasBody = Array.isArray(parts) && parts.some((part) => Object(part).type === 'BODY')
  return hasBody ? undefined : 'The components have no BODY. Add an element with the type BODY.'
}

/** The state of a template in a response of the provider's API. */
interface ObservedTemplate {
  readonly providerTemplateId: string
  readonly waId: string
  readonly status: LinkStatus
  readonly rejectionReason: string
  /** The Unix seconds of an edit, which replaces the result of earlier reviews; 0 for a status that every event replaces. */
  readonly statusAt: EpochMs
  readonly qualityScore: string
}

/** Stores the state from a response, unless a later event has set it. The item no longer expires. */
async function storeObserved(observed: ObservedTemplate): Promise<void> {
  const { providerTemplateId, waId, status, rejectionReason, statusAt, qualityScore } = observed
  const created = await ProviderTemplateEntity.create({ ...observed, qualityAt: 0 }).go({
    returnOnConditionCheckFailure: true,
  })
  if (!created.rejected) return
  await ProviderTemplateEntity.patch({ providerTemplateId }).set({ waId }).remove(['expiresAt']).go()
  await Promise.all([
    ProviderTemplateEntity.patch({ providerTemplateId })
      .set({ status, rejectionReason, statusAt })
      .where((item, { lte }) => lte(item.statusAt, statusAt))
      .go({ returnOnConditionCheckFailure: true }),
    ProviderTemplateEntity.patch({ providerTemplateId })
      .set({ qualityScore })
      .where((item, { eq }) => eq(item.qualityAt, 0))
      .go({ returnOnConditionCheckFailure: true }),
  ])
}

/**
 * Deletes the template at the provider on each account; the draft stays. Succeeds for an account where it is not
 * published.
 */
export async function unpublishTemplate(
  organizationId: string,
  id: string,
  accountIds: readonly string[],
  now: EpochMs,
): Promise<UnpublishedTemplate> {
  const template = await getTemplate(organizationId, id)
  const { done, failed } = await forEachAccount(template, accountIds, 'unpublish', (account) =>
    unpublishFrom(account, template, now),
  )
  const unpublishResults = done.map(({ accountId }) => ({ accountId, unpublished: true }))
  return { ...(await viewTemplate(organizationId, id)), unpublishResults, unpublishErrors: failed }
}

async function unpublishFrom(account: AccountItem, template: TemplateItem, now: EpochMs): Promise<void> {
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
