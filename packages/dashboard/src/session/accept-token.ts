import type { SessionToken } from '@messaging/contract/dashboard/session.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { tokenOf } from '../api/token.ts'

/** Starts a session with the token of a response, and refetches all queries. */
export function acceptToken(response: SessionToken): void {
  session.signedIn(tokenOf(response, Date.now()))
  void queryClient.invalidateQueries()
}
