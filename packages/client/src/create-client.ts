import type { Input } from './client-types.ts'
import { connect } from './connect.ts'
import type { Operations, ServiceClient } from './contract-types.ts'
import type { Fetch } from './fetch.ts'
import { operations } from './operations.ts'
import { realTiming } from './timing.ts'

const DEFAULT_RETRIES = 3
/** API Gateway itself answers after 29 seconds at the latest. */
const DEFAULT_TIMEOUT_MS = 30_000

export interface ClientOptions {
  /** Where the API is, without `/api/v1`: `https://api.example.com`. */
  readonly baseUrl: string
  /** Created in the dashboard. Keep it out of browsers. */
  readonly apiKey: string
  /** @default the global `fetch` */
  readonly fetch?: Fetch
  /** Attempts after the first. @default 3 */
  readonly retries?: number
  /** Milliseconds that one attempt may take. @default 30000 */
  readonly timeoutMs?: number
}

/** The names of all operations: `conversations/subscribe`. */
export type OperationName = keyof Operations

/** What an operation answers: `OperationResult<'conversations/get'>` is a conversation. */
export type OperationResult<Name extends OperationName> = Operations[Name]['result']

/** What an operation takes: its body, or its query where it has no body. */
export type OperationInput<Name extends OperationName> = Input<Operations[Name]>

/**
 * A client of the API. Its methods throw an ApiError when the API answers with an error, a RateLimitError for a 429 that
 * outlasts the retries, a ConnectionError when there is no answer. TypeError for options that cannot work.
 */
export function createClient(options: ClientOptions): ServiceClient {
  const url = new URL(options.baseUrl)
  if (url.search || url.hash || !url.protocol.startsWith('http'))
    throw new TypeError(`baseUrl must be an http(s) URL without query: ${options.baseUrl}`)
  if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new TypeError('apiKey must be printable ASCII without spaces')
  return connect<Operations>(operations, {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    // Called unbound: browsers and Workers refuse fetch as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retries: options.retries ?? DEFAULT_RETRIES,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    timing: realTiming,
  })
}
