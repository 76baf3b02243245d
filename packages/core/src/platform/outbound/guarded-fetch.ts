import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type Guard, systemGuard } from './address-guard.ts'
import { exchange } from './exchange.ts'
import { ACCEPTED_ENCODINGS, unpackedBody } from './unpacked-body.ts'

export interface FetchLimits {
  /** For everything up to the last byte of the body. */
  readonly deadlineMs: number
  /** Most bytes of a body, unpacked; one that goes on breaks off with an error. */
  readonly maxBytes: number
}

/** What libraries ask of `fetch`. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Statuses whose `Response` must have no body. */
const BODILESS = [204, 205, 304]
/** `Response` takes no larger one. */
const LARGEST_STATUS = 599

/**
 * A `fetch` for libraries that call a customer's URLs: text as body, every address checked, redirects answered instead of
 * followed. Rejects as `fetch` does: a TypeError whose cause is why, or the reason of the caller's own signal.
 */
export function guardedFetch({ deadlineMs, maxBytes }: FetchLimits, guard: Guard = systemGuard): Fetch {
  return async (url, init = {}) => {
    const { method = 'GET', body } = init
    if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('only text can be sent')
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline
    const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(new Headers(init.headers)) }
    const answer = await exchange(
      { url: String(url), method, headers, body: body ?? undefined, signal, reuse: false },
      guard,
      async (response) => asResponse(response, method, maxBytes),
    )
    if (answer instanceof Response) return answer
    init.signal?.throwIfAborted()
    throw new TypeError('fetch failed', { cause: answer.error })
  }
}

function asResponse(response: IncomingMessage, method: string, maxBytes: number): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = response
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value)
  const body = unpackedBody(response, method)
  if (BODILESS.includes(status) || status > LARGEST_STATUS || !body) {
    response.destroy()
    if (status > LARGEST_STATUS || !body) throw new TypeError('the answer is none that fetch knows')
    return new Response(null, { status, statusText, headers })
  }
  return new Response(Readable.toWeb(Readable.from(limited(body, maxBytes))), { status, statusText, headers })
}

async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the body is larger than ${maxBytes} bytes`)
    yield chunk
  }
}
