import type { SessionToken } from '@replywright/contract/dashboard/session.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { type InputOf, type ResultOf, send } from '../api/send.ts'
import { session } from '../api/session.ts'
import { tokenOf } from '../api/session-store.ts'

/** Returns a mutation that calls a session endpoint, which requires no signed-in user. */
export function useSessionCall<E extends Endpoint>(
  endpoint: E,
  onDone: (result: ResultOf<E>, input: InputOf<E>) => void,
) {
  return useMutation<ResultOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => send(endpoint, input),
    onSuccess: onDone,
  })
}

/** Starts a session with the token of a response, and refetches all queries. */
export function acceptToken(response: SessionToken): void {
  session.signedIn(tokenOf(response, Date.now()))
  void queryClient.invalidateQueries()
}
