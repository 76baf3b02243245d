import type { IncomingMessage } from 'node:http'
import { type Guard, systemGuard } from './address-guard.ts'
import type { ConnectionCause } from './connection-cause.ts'
import { exchange } from './exchange.ts'
import { ACCEPTED_ENCODINGS, readBody } from './unpacked-body.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: string
  /** Sent to the origin of `url` only; `PLAIN_HEADERS` of them also to where it redirects. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For everything, redirects too. */
  readonly deadlineMs: number
  /** Ends the request before its deadline. */
  readonly signal?: AbortSignal
  /** Most bytes of the body, unpacked. */
  readonly maxBytes: number
  /** How many redirects of a GET or HEAD are followed; none unless said. Those of other methods are answers. */
  readonly maxRedirects?: number
}

export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; what came more than once is joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Whether the body went on beyond `maxBytes`, or broke off. */
  readonly cut: boolean
  /** Where the answer came from, after redirects. */
  readonly url: string
}

export interface OutboundFailure {
  readonly error: ConnectionCause | 'too_many_redirects'
}

/** Headers that say nothing about who asks, by their names in lower case. */
const PLAIN_HEADERS = ['accept', 'accept-language', 'user-agent']
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Any request to a URL that a customer chose. A refused, broken or late connection is a value; only a header that HTTP cannot
 * carry throws. Every hop is checked by the guard. Only GET and HEAD use kept connections, because what is sent on one may
 * arrive twice.
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
    const answer = await exchange({ ...sent, reuse: repeatable, repeatable }, guard, (response) =>
      readHop(response, sent, follows),
    )
    if ('error' in answer) return answer
    const location = follows ? redirectOf(answer) : undefined
    if (location === undefined) return answer
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
  const skipped = follows && REDIRECTS.includes(status) && headers.location !== undefined
  const { bytes, cut } = await readBody(response, { method, maxBytes: skipped ? 0 : maxBytes })
  const joined = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  // A body that ends with the connection looks complete when the deadline ends both.
  return { status, headers: Object.fromEntries(joined), bytes, cut: cut || signal.aborted, url }
}

/** Where an answer redirects to; undefined when it does not. What is no URL is for the guard to refuse. */
function redirectOf({ status, headers, url }: OutboundResponse): string | undefined {
  const { location } = headers
  return REDIRECTS.includes(status) && location !== undefined ? (URL.parse(location, url)?.href ?? location) : undefined
}

function sameOrigin(from: string, to: string): boolean {
  return URL.parse(from)?.origin === URL.parse(to)?.origin
}

function plainOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PLAIN_HEADERS.includes(name.toLowerCase())))
}
