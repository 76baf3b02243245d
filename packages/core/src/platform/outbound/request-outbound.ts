import type { IncomingMessage } from 'node:http'
import type { Ms } from '@replywright/contract/time.ts'
import { type Guard, systemGuard } from './address-guard.ts'
import { type ConnectionCause, exchange } from './exchange.ts'
import { ACCEPTED_ENCODINGS, readBody } from './unpacked-body.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: string
  /** Sent to the origin of `url` only. `PLAIN_HEADERS` are also sent to redirect targets. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole request, including redirects. */
  readonly deadlineMs: Ms
  /** Aborts the request before its deadline. */
  readonly signal?: AbortSignal
  /** The maximum size of the decompressed body. */
  readonly maxBytes: number
  /** The maximum of redirects that a GET or HEAD follows. Redirects of other methods are returned. @default 0 */
  readonly maxRedirects?: number
}

export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Whether the body is longer than `maxBytes`, or incomplete. */
  readonly cut: boolean
  /** The URL of the response, after redirects. */
  readonly url: string
}

export interface OutboundFailure {
  readonly error: ConnectionCause | 'too_many_redirects'
}

/** Headers that do not identify the caller, in lower case. */
const PLAIN_HEADERS = ['accept', 'accept-language', 'user-agent']

/**
 * Sends any request to a customer's URL. A refused, broken or late connection is a returned value. The guard checks
 * every hop. Only GET and HEAD use kept connections, because a request on one may arrive twice.
 * @throws TypeError for a header that HTTP cannot carry
 */
export async function requestOutbound(
  request: OutboundRequest,
  guard: Guard = systemGuard,
): Promise<OutboundResponse | OutboundFailure> {
  const deadline = AbortSignal.timeout(request.deadlineMs)
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
  const repeatable = ['GET', 'HEAD'].includes(request.method)
  const { maxRedirects = 0 } = request
  const follows = repeatable && maxRedirects > 0
  let { url, headers = {} } = request
  for (let left = maxRedirects; ; left -= 1) {
    const sent = { ...request, url, headers: { 'Accept-Encoding': ACCEPTED_ENCODINGS, ...headers }, signal }
    const response = await exchange({ ...sent, reuse: repeatable, repeatable }, guard, (incoming) =>
      readHop(incoming, sent, follows),
    )
    if ('error' in response) return response
    const location = follows ? redirectOf(response.status, response.headers, response.url) : undefined
    if (location === undefined) return response
    if (left === 0) return { error: 'too_many_redirects' }
    headers = sameOrigin(url, location) ? headers : plainOf(headers)
    url = location
  }
}

async function readHop(
  response: IncomingMessage,
  { url, method, maxBytes, signal }: OutboundRequest & { readonly signal: AbortSignal },
  follows: boolean,
): Promise<OutboundResponse> {
  const { statusCode: status = 0, headers } = response
  const skipped = follows && redirectOf(status, headers, url) !== undefined
  const { bytes, cut } = await readBody(response, { method, maxBytes: skipped ? 0 : maxBytes })
  const joined = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  // A body that ends with its connection looks complete if the deadline ends both.
  return { status, headers: Object.fromEntries(joined), bytes, cut: cut || signal.aborted, url }
}

function sameOrigin(from: string, to: string): boolean {
  return URL.parse(from)?.origin === URL.parse(to)?.origin
}

function plainOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PLAIN_HEADERS.includes(name.toLowerCase())))
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** Returns the redirect target of a response to `url`, or undefined. The guard rejects invalid URLs. */
export function redirectOf(
  status: number,
  { location }: { readonly location?: string | undefined },
  url: string,
): string | undefined {
  return REDIRECTS.includes(status) && location !== undefined ? (URL.parse(location, url)?.href ?? location) : undefined
}
