import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type AnyInput, type InputOf, type ResultOf, send } from './send.ts'
import { credentials, session } from './session.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Makes a POST idempotent: requests with the same key are processed once. */
  readonly idempotencyKey?: string
}

/** Calls an endpoint. Renews the token once if it is rejected. @throws ApiError; 401 if the session has ended */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ResultOf<E>> {
  try {
    return await sendAsUser(endpoint, input, options)
  } catch (error) {
    const isUnauthorized = error instanceof ApiError && error.status === 401 && session.state() === 'signed-in'
    if (!isUnauthorized || (await session.renew()) === undefined) throw error
    return await sendAsUser(endpoint, input, options)
  }
}

async function sendAsUser<E extends Endpoint>(
  endpoint: E,
  input: AnyInput,
  { signal, idempotencyKey }: CallOptions,
): Promise<ResultOf<E>> {
  return await send(endpoint, input, {
    signal,
    headers: { ...(await credentials()), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
  })
}
