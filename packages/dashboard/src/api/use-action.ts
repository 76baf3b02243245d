import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isTransient, isUnauthorized } from './api-error.ts'
import { call } from './call.ts'
import { type Intent, intentOf } from './idempotency-key.ts'
import type { InputOf, ResultOf } from './send.ts'
import { session } from './session.ts'

/**
 * Returns a mutation that calls an endpoint. A POST has an Idempotency-Key. `onDone` receives the response and may
 * return the promise of a navigation. All queries are refetched afterwards.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { onDone }: { readonly onDone?: (result: ResultOf<E>, input: InputOf<E>) => unknown } = {},
) {
  const queries = useQueryClient()
  const intent = useRef<Intent | undefined>(undefined)
  const action = useMutation<ResultOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => {
      if (endpoint.method !== 'POST') return call(endpoint, input)
      intent.current = intentOf(intent.current, input, () => crypto.randomUUID())
      return call(endpoint, input, { idempotencyKey: intent.current.key })
    },
    onSuccess: async (result, input) => {
      intent.current = undefined
      await onDone?.(result, input)
      void queries.invalidateQueries()
    },
    onError: (error) => {
      if (!isTransient(error)) intent.current = undefined
    },
  })
  const { error, reset } = action
  useEffect(() => {
    if (!isUnauthorized(error)) return
    // After the user has signed in again, the error is no longer true.
    return session.subscribe(() => session.state() === 'signed-in' && reset())
  }, [error, reset])
  return action
}
