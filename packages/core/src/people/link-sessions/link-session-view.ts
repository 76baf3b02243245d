import type { ListedLinkSession } from '@messaging/contract/dashboard/link-sessions.ts'
import type { LinkOutcome, LinkSession, LinkSessionStatus } from '@messaging/contract/link-sessions.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime } from '../../platform/clock.ts'
import { settings } from '../../platform/settings.ts'
import type { LinkSessionItem } from './link-session-entity.ts'
import { hashOf, linkToken } from './link-token.ts'

const LIFETIME_MILLISECONDS = 24 * 3_600_000

/** Returns the status of a session at `now`. A session that is not final expires after 24 hours. */
export function statusAt(
  { status, createdAt }: Pick<LinkSessionItem, 'status' | 'createdAt'>,
  now: number,
): LinkSessionStatus {
  return status === 'PENDING' && now >= createdAt + LIFETIME_MILLISECONDS ? 'EXPIRED' : status
}

/**
 * Returns a session as the API returns it. `linkUrl` can end the session, so it requires an API key with full
 * permission or an admin. It is empty if none of the keys created the token.
 */
export function linkSessionView(
  session: LinkSessionItem,
  { permission, role, apiKey }: Pick<Caller, 'permission' | 'role' | 'apiKey'>,
  keys: readonly Buffer[],
  now: number,
): LinkSession {
  const { id, organizationId, successUrl, returnUrl, tokenHash } = session
  const token = keys.map((key) => linkToken(organizationId, id, key)).find((each) => hashOf(each) === tokenHash)
  const mayOpen = permission === 'full' && (apiKey !== undefined || role === 'admin')
  const linkUrl = mayOpen && token !== undefined ? `${settings.PUBLIC_BASE_URL}/link/${token}/` : ''
  return { id, successUrl, returnUrl, status: statusAt(session, now), linkUrl }
}

/** Returns who created a session and when, until when it is open, and what it connected. */
export function originView({
  createdAt,
  createdBy,
  accountIds = [],
}: LinkSessionItem): Omit<ListedLinkSession, keyof LinkSession> {
  return {
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(createdAt + LIFETIME_MILLISECONDS),
    createdBy: createdBy ? { userId: createdBy.userId ?? null, apiKey: createdBy.keyName ?? null } : null,
    accountIds,
  }
}

export function outcomeAt(session: LinkSessionItem, now: number): LinkOutcome {
  const status = statusAt(session, now)
  return { status, redirectUrl: status === 'SUCCESS' ? session.successUrl : session.returnUrl }
}
