import type { LinkSession } from '@messaging/contract/link-sessions.ts'
import { findSignupUrl } from '../../channel/signup/signup-url.ts'
import type { Caller } from '../../platform/caller.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { InternalError, invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { capabilityKey } from '../../platform/secrets/capability-keys.ts'
import { settings } from '../../platform/settings.ts'
import { LinkSessionEntity } from './link-session-entity.ts'
import { linkSessionView } from './link-session-view.ts'
import { hashOf, LINK_CAPABILITY, linkToken } from './link-token.ts'

const KEPT_DAYS = 365

/** Creates a session, or returns the one with this id. @throws ServiceError 409 if no signup is configured */
export async function createLinkSession(
  caller: Caller,
  id: string,
  { successUrl, returnUrl }: { readonly successUrl: string; readonly returnUrl: string },
  now: number,
): Promise<LinkSession> {
  const { organizationId, userId, apiKey } = caller
  requireHttps('successUrl', successUrl)
  requireHttps('returnUrl', returnUrl)
  if ((await findSignupUrl(id, now)) === undefined)
    throw new ServiceError(
      'conflict',
      "The provider's signup is not configured. An operator can configure it with npm run ops -- provider set.",
    )
  const key = await capabilityKey(LINK_CAPABILITY, now)
  const { data, rejected } = await LinkSessionEntity.create({
    tokenHash: hashOf(linkToken(organizationId, id, key)),
    organizationId,
    id,
    successUrl,
    returnUrl,
    createdBy: apiKey === undefined ? { userId } : { keyName: apiKey.name },
    status: 'PENDING',
    createdAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new InternalError(`link session ${id} was deleted concurrently`)
  if (!rejected) log('link-session.created', { organizationId, linkSessionId: id })
  return linkSessionView(data, caller, [key], now)
}

/** Requires https, except in a local stage. */
function requireHttps(path: string, url: string): void {
  if (settings.STAGE !== 'local' && new URL(url).protocol !== 'https:') throw invalidField(path, 'must be an https URL')
}
