import type { ListedLinkSession } from '@messaging/contract/dashboard/link-sessions.ts'
import type { LinkSession } from '@messaging/contract/link-sessions.ts'
import type { ShortSliceQuery } from '@messaging/contract/page.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { listPage } from '../../platform/paging/page.ts'
import { capabilityKeys } from '../../platform/secrets/capability-keys.ts'
import { LinkSessionEntity, type LinkSessionItem } from './link-session-entity.ts'
import { linkSessionView, originView } from './link-session-view.ts'
import { hashOf, LINK_CAPABILITY, linkToken } from './link-token.ts'

/** `GET /msg-link-sessions/{id}/`. */
export async function viewLinkSession(caller: Caller, id: string, now: number): Promise<LinkSession> {
  const keys = await capabilityKeys(LINK_CAPABILITY, now)
  for (const key of keys) {
    const session = await findByToken(linkToken(caller.organizationId, id, key))
    if (session) return linkSessionView(session, caller, keys, now)
  }
  throw notFound('link session')
}

/** `GET /msg-link-sessions/`, newest first. Returns the newest 100 unless a slice is requested. */
export async function listLinkSessions(caller: Caller, slice: ShortSliceQuery, now: number): Promise<LinkSession[]> {
  return await mapSessions(caller, slice, now, (_, session) => session)
}

/** As `listLinkSessions`, with who created them and what they connected. */
export async function listLinkSessionsWithOrigin(
  caller: Caller,
  slice: ShortSliceQuery,
  now: number,
): Promise<ListedLinkSession[]> {
  return await mapSessions(caller, slice, now, (item, session) => ({ ...session, ...originView(item) }))
}

async function mapSessions<View>(
  caller: Caller,
  { offset, limit }: ShortSliceQuery,
  now: number,
  view: (item: LinkSessionItem, session: LinkSession) => View,
): Promise<View[]> {
  const { items } = await listPage({ offset: 0, limit: offset + limit }, (options) =>
    LinkSessionEntity.query.byOrganization({ organizationId: caller.organizationId }).go({ ...options, order: 'desc' }),
  )
  const keys = await capabilityKeys(LINK_CAPABILITY, now)
  return items.slice(offset).map((session) => view(session, linkSessionView(session, caller, keys, now)))
}

/** Returns the session of a one-time token. @throws ServiceError 404 */
export async function getByToken(token: string): Promise<LinkSessionItem> {
  const session = await findByToken(token)
  if (!session) throw notFound('link session')
  return session
}

async function findByToken(token: string): Promise<LinkSessionItem | null> {
  const { data } = await LinkSessionEntity.get({ tokenHash: hashOf(token) }).go({ consistent: true })
  return data
}
