import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Ms } from '@replywright/contract/time.ts'
import { InternalError } from '../errors.ts'
import { type Guard, systemGuard } from './address-guard.ts'
import { exchange } from './exchange.ts'
import { ACCEPTED_ENCODINGS, unpackedBody } from './unpacked-body.ts'

interface FetchLimits {
  /** For the whole request, up to the last byte of the body. */
  readonly deadlineMs: Ms
  /** The maximum size of a decompressed body. A larger body fails with an error. */
  readonly maxBytes: number
}

/** The part of `fetch` that libraries use. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Statuses whose `Response` must have no body. */
const BODILESS = [204, 205, 304]
/** The largest status that `Response` accepts. */
const LARGEST_STATUS = 599

/**
 * Returns a `fetch` for libraries that call customers' URLs. Request bodies must be text. Every address is checked.
 * Redirects are returned, not followed. Rejects like `fetch`: with a TypeError whose `cause` is the connection failure,
 * or with the abort reason of the caller's signal.
 */
export function guardedFetch({ deadlineMs, maxBytes }: FetchLimits, guard: Guard = systemGuard): Fetch {
  return async (url, init = {}) => {
    const { method = 'GET', body } = init
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError('the request body must be a string')
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline
    const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(new Headers(init.headers)) }
    const result = await exchange(
      { url: String(url), method, headers, body: body ?? undefined, signal, reuse: false },
      guard,
      async (response) => asResponse(response, method, maxBytes),
    )
    if (result instanceof Response) return result
    init.signal?.throwIfAborted()
    throw new TypeError('fetch failed', { cause: result.error })
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
    if (status > LARGEST_STATUS || !body) throw new TypeError('the response has an unsupported status or encoding')
    return new Response(null, { status, statusText, headers })
  }
  return new Response(Readable.toWeb(Readable.from(limited(body, maxBytes))), { status, statusText, headers })
}

async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new InternalError(`the body is larger than ${maxBytes} bytes`)
    yield chunk
  }
}
