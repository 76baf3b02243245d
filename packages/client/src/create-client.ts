import { trimEnd } from '@replywright/contract/trim-end.ts'
import type { Fetch, Input } from './client-types.ts'
import { connect } from './connect.ts'
import type { Operations, ServiceClient } from './contract-types.ts'
import { operations } from './operations.ts'
import { realTiming } from './timing.ts'

const DEFAULT_RETRIES = 3
/** The timeout of API Gateway is 29 seconds. */
const DEFAULT_TIMEOUT_MS = 30_000

export interface ClientOptions {
  /** The base URL of the API, without `/api/v1`: `https://api.example.com`. */
  readonly baseUrl: string
  /** The API key from the dashboard. Do not use it in browsers. */
  readonly apiKey: string
  /** @default the global `fetch` */
  readonly fetch?: Fetch
  /** Maximum number of retries. @default 3 */
  readonly retries?: number
  /** Timeout of one attempt in milliseconds. @default 30000 */
  readonly timeoutMs?: number
}

/** The names of all operations: `conversations/subscribe`. */
export type OperationName = keyof Operations

/** The result of an operation: `OperationResult<'conversations/get'>` is a conversation. */
export type OperationResult<Name extends OperationName> = Operations[Name]['result']

/** The input of an operation: its body, or its query if it has no body. */
export type OperationInput<Name extends OperationName> = Input<Operations[Name]>

/**
 * Creates a client of the API. Its methods throw an ApiError for an error response, a RateLimitError for a 429 after
 * all retries, and a ConnectionError if there is no response.
 * @throws TypeError for invalid options
 */
export function createClient(options: ClientOptions): ServiceClient {
  if (!isBaseUrl(options.baseUrl))
    throw new TypeError(
      `baseUrl must be an http or https URL without query or fragment, such as https://api.example.com: ${options.baseUrl}`,
    )
  if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new TypeError('apiKey must be printable ASCII without spaces')
  return connect<Operations>(operations, {
    baseUrl: trimEnd(options.baseUrl, '/'),
    apiKey: options.apiKey,
    // Called unbound: browsers and Workers reject `fetch` as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retries: options.retries ?? DEFAULT_RETRIES,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    timing: realTiming,
  })
}

function isBaseUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}
