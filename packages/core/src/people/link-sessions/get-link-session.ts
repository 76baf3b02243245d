import type { LinkSession } from '@messaging/contract/link-sessions.ts'
import { LARGEST_LIMIT, type SliceQuery } from '@messaging/contract/page.ts'
import { capabilityKey } from '../../channel/provider/provider-settings.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { listPage } from '../../platform/paging/page.ts'
import { LinkSessionEntity, type LinkSessionItem } from './link-session-entity.ts'
import { linkSessionView } from './link-session-view.ts'
import { hashOf, LINK_CAPABILITY, linkToken } from './link-token.ts'

/** `GET /msg-link-sessions/{id}/`. */
export async function viewLinkSession(caller: Caller, id: string, now: number): Promise<LinkSession> {
  const key = await capabilityKey(LINK_CAPABILITY, now)
  return linkSessionView(await getByToken(linkToken(caller.organizationId, id, key)), caller, key, now)
}

/** `GET /msg-link-sessions/`, newest first. Returns the newest 100 unless a slice is requested. */
export async function listLinkSessions(
  caller: Caller,
  { offset, limit = LARGEST_LIMIT }: SliceQuery,
  now: number,
): Promise<LinkSession[]> {
  const { items } = await listPage({ offset: 0, limit: offset + limit }, (options) =>
    LinkSessionEntity.query.byOrganization({ organizationId: caller.organizationId }).go({ ...options, order: 'desc' }),
  )
  const key = await capabilityKey(LINK_CAPABILITY, now)
  return items.slice(offset).map((session) => linkSessionView(session, caller, key, now))
}

/** Returns the session of a one-time token. @throws ServiceError 404 */
export async function getByToken(token: string): Promise<LinkSessionItem> {
  const { data } = await LinkSessionEntity.get({ tokenHash: hashOf(token) }).go({ consistent: true })
  if (!data) throw notFound('link session')
  return data
}
