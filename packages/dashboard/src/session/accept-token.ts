import type { SessionToken } from '@messaging/contract/dashboard/session.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { tokenOf } from '../api/token.ts'

/** Signs in with what the service answered, and reads anew what the pages show. */
export function acceptToken(answer: SessionToken): void {
  session.signedIn(tokenOf(answer, Date.now()))
  void queryClient.invalidateQueries()
}
