import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'
import { ApiError, errorOf, parseJson } from './api-error.ts'

/** A field of a call's input; optional if no value is required. */
type Part<Name extends string, T> = undefined extends T
  ? { readonly [K in Name]?: T }
  : Record<never, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }

/** The input of a call: path parameters, query and body. */
export type InputOf<E extends Endpoint> = Part<'params', v.InferInput<E['params']>> &
  Part<'query', v.InferInput<E['query']>> &
  Part<'body', v.InferInput<E['body']> | (E extends { readonly content: object } ? FormData : never)>

export type ResultOf<E extends Endpoint> = v.InferOutput<E['response']>

export interface AnyInput {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

export interface SendOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Receives the revision of the resource in the response (`ETag`). */
  readonly onRevision?: (revision: number) => void
}

/** Sends one request. @throws ApiError if the response is not a success, or if there is no response */
export async function send<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, body }: AnyInput,
  { signal, headers, onRevision }: SendOptions = {},
): Promise<ResultOf<E>> {
  const target = targetOf(endpoint.path, params, query)
  const { status, text, requestId, etag } = await exchange(target, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(!(body instanceof FormData) && endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : stringifyExactJson(body) }),
    ...(signal && { signal }),
  })
  if (status < 200 || status > 299)
    throw errorOf(status, text, { requestId, ...(endpoint.method === 'GET' && { target }) })
  const revision = /"(\d+)"/.exec(etag ?? '')?.[1]
  if (revision !== undefined) onRevision?.(Number(revision))
  const read = v.safeParse(endpoint.response, parseJson(text))
  if (read.success) return read.output
  const path = v.getDotPath(read.issues[0])
  throw new ApiError(`The service returned an unexpected response${path ? ` (${path})` : ''}. Reload the page.`, {
    status,
    code: 'unexpected_response',
    requestId,
  })
}

async function exchange(target: string, init: RequestInit & { readonly method: string }) {
  try {
    const early = takeEarly(init.method, target)
    const response = await (early?.catch(() => fetch(target, init)) ?? fetch(target, init))
    const requestId = response.headers.get('x-request-id') ?? undefined
    const etag = response.headers.get('etag') ?? undefined
    return { status: response.status, text: await response.text(), requestId, etag }
  } catch (cause) {
    if (init.signal?.aborted && !isTimeout(cause)) throw cause
    throw new ApiError('Could not reach the service. Check your connection.', { status: 0, code: 'network' }, { cause })
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}

/** Values of a path or a query. A query omits undefined and empty values. */
type Values = Readonly<Record<string, string | undefined>>

/** Returns the path of an endpoint at the dashboard's API, which mirrors the public endpoints under its own prefix. */
function dashboardPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}

/** Returns the path and query of a call, percent-encoded. @throws TypeError if a path parameter is missing */
function targetOf(path: string, params: Values, query: Values): string {
  const filled = dashboardPath(path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`${path} requires ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.append(name, value)
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Responses by method and target, such as `GET /dashboard-api/v1/me/`. */
type EarlyResponses = Map<string, Promise<Response>>

declare global {
  interface Window {
    /** Requests that `boot.ts` sent before the app was loaded. */
    early?: EarlyResponses
  }
}

/** Later, early responses are too old to use. Milliseconds since the page was opened. */
const LIFETIME_MS = 10_000

/** Returns the response of a request that was sent before the app was loaded, or undefined. Returns each only once. */
function takeEarly(method: string, target: string): Promise<Response> | undefined {
  const key = `${method} ${target}`
  const response = performance.now() < LIFETIME_MS ? window.early?.get(key) : undefined
  window.early?.delete(key)
  return response
}

/** Forgets responses that were not used, because they belong to the user who was signed in. */
export function dropEarly(): void {
  window.early?.clear()
}
