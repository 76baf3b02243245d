import type { LinkSession } from '@messaging/contract/link-sessions.ts'
import { capabilityKey, findSignupSettings } from '../../channel/provider/provider-settings.ts'
import type { Caller } from '../../platform/caller.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { LinkSessionEntity } from './link-session-entity.ts'
import { linkSessionView } from './link-session-view.ts'
import { hashOf, LINK_CAPABILITY, linkToken } from './link-token.ts'

const KEPT_DAYS = 365

/** Starts a session, or answers the one that is there with this id. 409 while the provider's signup is not set up. */
export async function createLinkSession(
  { organizationId, permission }: Caller,
  id: string,
  { successUrl, returnUrl }: { readonly successUrl: string; readonly returnUrl: string },
  now: number,
): Promise<LinkSession> {
  requireHttps('successUrl', successUrl)
  requireHttps('returnUrl', returnUrl)
  if (!(await findSignupSettings(now)))
    throw new ServiceError('conflict', "The provider's signup is not set up here: npm run ops -- provider set.")
  const key = await capabilityKey(LINK_CAPABILITY, now)
  const { data, rejected } = await LinkSessionEntity.create({
    tokenHash: hashOf(linkToken(organizationId, id, key)),
    organizationId,
    id,
    successUrl,
    returnUrl,
    status: 'PENDING',
    createdAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new Error(`link session ${id} was there and is gone`)
  if (!rejected) log('link-session.created', { organizationId, linkSessionId: id })
  return linkSessionView(data, permission, key, now)
}

/** On a laptop http is good enough. */
function requireHttps(path: string, url: string): void {
  if (settings.STAGE !== 'local' && new URL(url).protocol !== 'https:') throw invalidField(path, 'must be an https URL')
}
