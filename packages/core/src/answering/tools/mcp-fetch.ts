import { DepthMeter, JsonDepthError } from '@replywright/contract/json-depth.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { InternalError } from '../../platform/errors.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { type Fetch, guardedFetch } from '../../platform/outbound/guarded-fetch.ts'

/** What the responses of a server showed, to explain a failure. The library's errors do not tell. */
export interface McpTrace {
  /** Status of the last response that was not a success. */
  status?: number
  /** The last response was a page for browsers. */
  isPage?: boolean
  /** The server named an authorization server (RFC 9728). */
  wantsSignIn?: boolean
  isTooLarge?: boolean
  isTooDeep?: boolean
}

/** `http` is streamable HTTP. `sse` is the transport of 2024, whose messages arrive on a push stream. */
export type McpTransport = 'http' | 'sse'

export interface McpFetchOptions {
  readonly transport: McpTransport
  readonly deadlineMs: Ms
  readonly signal: AbortSignal
  readonly guard?: Guard | undefined
  readonly trace: McpTrace
}

const MAX_RESPONSE_BYTES = 1024 * 1024
/** Ending a session is optional, so it gets a short time limit. */
const SESSION_END_TIMEOUT_MS = 2000

/**
 * Sends every request through the address guard, and bounds size and nesting of the responses. Streamable HTTP does not
 * open the push stream, because its messages are not used.
 */
export function mcpFetch({ transport, deadlineMs, signal, guard = systemGuard, trace }: McpFetchOptions): Fetch {
  // A larger body ends in `measured`, which knows the reason.
  const maxBytes = 2 * MAX_RESPONSE_BYTES
  const request = guardedFetch({ deadlineMs, maxBytes }, guard)
  const endSession = guardedFetch({ deadlineMs: SESSION_END_TIMEOUT_MS, maxBytes }, guard)
  return async (url, init = {}) => {
    const { method = 'GET' } = init
    if (method === 'GET' && transport === 'http') return new Response(null, { status: 405 })
    const ended = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    if (method === 'DELETE') return await endSession(url, { ...init, signal: ended })
    const response = await request(url, { ...init, signal: ended })
    note(response, trace)
    return measured(response, trace)
  }
}

function note({ ok, status, headers }: Response, trace: McpTrace): void {
  if (!ok) trace.status = status
  trace.isPage = /^\s*(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '')
  if (status === 401 && (headers.get('www-authenticate') ?? '').includes('resource_metadata')) trace.wantsSignIn = true
}

/** Returns the response with a body that fails when it becomes too large or too deep. */
function measured(response: Response, trace: McpTrace): Response {
  if (!response.body) return response
  const { status, statusText, headers } = response
  const isStream = (headers.get('content-type') ?? '').includes('text/event-stream')
  let meter = new DepthMeter()
  let bytes = 0
  const isTooDeep = (line: string, index: number) => {
    if (index > 0) meter = new DepthMeter()
    return meter.add(line)
  }
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length
        // Each line of a stream is JSON of its own. A byte per character is enough to find brackets.
        const text = Buffer.from(chunk).toString('latin1')
        trace.isTooLarge ||= bytes > MAX_RESPONSE_BYTES
        trace.isTooDeep ||= (isStream ? text.split('\n') : [text]).some(isTooDeep)
        if (trace.isTooLarge) controller.error(new InternalError('the response is too large'))
        else if (trace.isTooDeep) controller.error(new JsonDepthError())
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(body, { status, statusText, headers })
}
