import { createHash, createHmac } from 'node:crypto'
import type { ListedLinkSession } from '@replywright/contract/dashboard/link-sessions.ts'
import type { LinkOutcome, LinkSession, LinkSessionStatus } from '@replywright/contract/link-sessions.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { isoTime } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/request.ts'
import { settings } from '../../../platform/settings.ts'
import { entity, key } from '../../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../../platform/table/table.ts'

/**
 * One run of the provider's signup by a customer. Its key is the hash of its one-time token, which is derived from
 * organisation and id (`linkToken`). Therefore one read finds it by token or by id. Access: by token or id; all of an
 * organisation, newest first. Kept for a year.
 */
export const LinkSessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'linkSession', version: '1' },
  attributes: {
    tokenHash: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    successUrl: { type: 'string', required: true, readOnly: true },
    returnUrl: { type: 'string', required: true, readOnly: true },
    /** The user who created it, and the name of their API key if it was created with one. */
    createdBy: {
      type: 'map',
      readOnly: true,
      properties: { userId: { type: 'string' }, keyName: { type: 'string' } },
    },
    /** The accounts that it connected. */
    accountIds: { type: 'list', items: { type: 'string' } },
    /** The stored status. Expiry is computed from `createdAt`. */
    status: { type: ['PENDING', 'SUCCESS', 'FAILED'] as const, required: true },
    /** The claim of a confirmation. That of the last one is kept. */
    claimedBy: { type: 'string' },
    claimedUntil: { type: 'number' },
    /** SHA-256 of the code of `accessToken`. A code works once, so the token is stored in case of a crash. */
    codeHash: { type: 'string' },
    /** Encrypted, purpose `provider-token`. Removed when the session is final. */
    accessToken: { type: 'string' },
    createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byToken: { pk: key('pk', 'link-session#${tokenHash}'), sk: key('sk', 'link-session') },
    byOrganization: {
      index: 'gsi1',
      pk: key('gsi1pk', 'o#${organizationId}#link-sessions'),
      sk: key('gsi1sk', '${createdAt}#${id}'),
    },
  },
}))
export type LinkSessionItem = EntityItem<typeof LinkSessionEntity>

const LIFETIME_MILLISECONDS = 24 * 3_600_000

/** Returns the status of a session at `now`. A session that is not final expires after 24 hours. */
export function statusAt(
  { status, createdAt }: Pick<LinkSessionItem, 'status' | 'createdAt'>,
  now: EpochMs,
): LinkSessionStatus {
  return status === 'PENDING' && now >= createdAt + LIFETIME_MILLISECONDS ? 'EXPIRED' : status
}

/**
 * Returns a session as the API returns it. `linkUrl` can end the session, so it requires an admin, or an API key
 * of an admin with full permission. It is empty if none of the keys created the token.
 */
export function linkSessionView(
  session: LinkSessionItem,
  { permission, role }: Pick<Caller, 'permission' | 'role'>,
  keys: readonly Buffer[],
  now: EpochMs,
): LinkSession {
  const { id, organizationId, successUrl, returnUrl, tokenHash } = session
  const token = keys.map((key) => linkToken(organizationId, id, key)).find((each) => hashOf(each) === tokenHash)
  const mayOpen = permission === 'full' && role === 'admin'
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
    createdBy: createdBy
      ? {
          userId: createdBy.keyName === undefined ? (createdBy.userId ?? null) : null,
          apiKey: createdBy.keyName ?? null,
        }
      : null,
    accountIds,
  }
}

export function outcomeAt(session: LinkSessionItem, now: EpochMs): LinkOutcome {
  const status = statusAt(session, now)
  return { status, redirectUrl: status === 'SUCCESS' ? session.successUrl : session.returnUrl }
}

/** The kind of capability URL, whose key creates the tokens (`capabilityKey`). */
export const LINK_CAPABILITY = 'link-session'

/** Returns the one-time token of a session: 256 bits. It requires the key and is not stored. */
export function linkToken(organizationId: string, id: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([organizationId, id]))
    .digest('base64url')
}

/** Returns the stored form of a token or code: SHA-256, hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
