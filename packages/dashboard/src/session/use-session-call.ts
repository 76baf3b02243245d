import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { type InputOf, type ResultOf, send } from '../api/send.ts'

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
