import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isTransient, isUnauthorized } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { type Intent, intentOf } from '../api/idempotency-key.ts'
import type { InputOf, ResultOf } from '../api/send.ts'
import { session } from '../api/session.ts'
import { tell, tellError } from './notices.tsx'

interface Options<E extends Endpoint> {
  /** The notice after a success. */
  readonly done?: string | ((result: ResultOf<E>, input: InputOf<E>) => string | undefined) | undefined
  /** Receives the response. May return the promise of a navigation. */
  readonly onDone?: (result: ResultOf<E>, input: InputOf<E>) => unknown
}

/**
 * Returns a mutation that calls an endpoint. A POST has an Idempotency-Key. All queries are refetched afterwards. `run` is `mutate`
 * with a notice if the call fails.
 */
export function useAction<E extends Endpoint>(endpoint: E, { done, onDone }: Options<E> = {}) {
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
      const notice = typeof done === 'function' ? done(result, input) : done
      if (notice !== undefined) tell(notice)
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
  return { ...action, run: (input: InputOf<E>) => action.mutate(input, { onError: tellError }) }
}

type Save<Values> = (values: Values, onError: (error: unknown) => void) => void

/** Checks values with an endpoint before they are saved. If it finds a problem, nothing is saved until the user confirms. */
export function useSaveCheck<E extends Endpoint, Values>(
  endpoint: E,
  {
    inputOf,
    isFine,
    save,
  }: {
    /** Returns the input of the check, or undefined if the values need none. */
    readonly inputOf: (values: Values) => InputOf<E> | undefined
    readonly isFine: (result: ResultOf<E>) => boolean
    readonly save: Save<Values>
  },
) {
  const [pending, setPending] = useState<{ readonly save: () => void }>()
  const checking = useAction(endpoint)
  const submit: Save<Values> = (values, onError) => {
    const now = () => save(values, onError)
    const input = inputOf(values)
    if (input === undefined) {
      // An error of an earlier check is no longer true.
      checking.reset()
      return now()
    }
    checking.mutate(input, { onSuccess: (result) => (isFine(result) ? now() : setPending({ save: now })), onError })
  }
  return {
    submit,
    isChecking: checking.isPending,
    error: checking.error,
    /** The result that the user must confirm. */
    problem: pending && checking.data,
    cancel: () => setPending(undefined),
    saveAnyway: () => {
      pending?.save()
      setPending(undefined)
    },
  }
}
