import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUnauthorized } from './api-error.ts'
import { type AnyInput, type InputOf, type ResultOf, send } from './send.ts'
import { credentials, session } from './session.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Makes a POST idempotent: requests with the same key are processed once. */
  readonly idempotencyKey?: string
  /** The revision that a change is based on. The service rejects the change with 409 if it is outdated. */
  readonly ifMatch?: number
  readonly onRevision?: (revision: number) => void
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
    const mayRenew = isUnauthorized(error) && session.state() === 'signed-in'
    if (!mayRenew || (await session.renew()) === undefined) throw error
    return await sendAsUser(endpoint, input, options)
  }
}

async function sendAsUser<E extends Endpoint>(
  endpoint: E,
  input: AnyInput,
  { signal, idempotencyKey, ifMatch, onRevision }: CallOptions,
): Promise<ResultOf<E>> {
  return await send(endpoint, input, {
    signal,
    onRevision,
    headers: {
      ...(await credentials()),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    },
  })
}

/** A resource with the revision that its next change is based on. */
export interface Revised<Resource> {
  readonly resource: Resource
  readonly revision: number
}

/** Like `call`, for a resource that several people can edit. Returns its revision too. `ifMatch`: as in `CallOptions`. */
export async function callRevised<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  ifMatch?: number,
): Promise<Revised<ResultOf<E>>> {
  let revision = 0
  const onRevision = (read: number) => {
    revision = read
  }
  const resource = await call(endpoint, input, { ifMatch, onRevision })
  return { resource, revision }
}

/** Builds the query of an endpoint, for `useQuery`. */
export function read<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<ResultOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Like `read`, for a resource that several people can edit: with its revision. */
export function readRevised<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<Revised<ResultOf<E>>>({
    queryKey: [endpoint.path, 'revised', input],
    queryFn: () => callRevised(endpoint, input),
  })
}

/** Like `read`, for lists. Keeps the previous items while others load, so that the page layout does not change. */
export function readList<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return { ...read(endpoint, input), placeholderData: keepPreviousData }
}
