import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { LinkSession } from '../link-sessions.ts'
import { ShortSliceQuery } from '../page.ts'
import { forBrowsers } from './fields.ts'

export const ListedLinkSession = v.object({
  ...LinkSession.entries,
  createdAt: DateTime,
  expiresAt: DateTime,
  createdBy: v.pipe(
    v.nullable(v.object({ userId: v.nullable(Uuid), apiKey: v.nullable(v.string()) })),
    v.description('The user, or the name of the API key; null if it is not known.'),
  ),
  accountIds: v.pipe(v.array(Uuid), v.description('The accounts that it connected, as far as they are known.')),
})
export type ListedLinkSession = v.InferOutput<typeof ListedLinkSession>

/** The link sessions of the API, newest first, with who created them and what they connected. */
export const listLinkSessions = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/link-sessions/',
  query: ShortSliceQuery,
  response: v.array(ListedLinkSession),
})
