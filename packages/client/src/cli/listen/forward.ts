import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { reasonOf } from '../api-options.ts'

/** The result of one request to the developer's endpoint. */
export interface ForwardResult {
  /** Undefined without a response. */
  readonly status: number | undefined
  readonly durationMs: number
  /** The beginning of the response body, or the reason why there is no response: `ECONNREFUSED`, `timeout`. */
  readonly text: string
}

/** Longer than the service's 10 seconds, so that the developer can stop at a breakpoint. */
const TIMEOUT_MS = 120_000
const MAX_BODY_BYTES = 4_096

/**
 * Sends a request with exactly these headers and bytes. Does not follow redirects. Rejects only if `signal` is aborted.
 */
export async function forward(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<ForwardResult> {
  const startedAt = now()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await exchange(url, headers, body, AbortSignal.any([signal, timeout]))
    return { status: response.status, durationMs: now() - startedAt, text: response.text }
  } catch (error) {
    signal.throwIfAborted()
    const text = timeout.aborted ? 'timeout' : reasonOf(error)
    return { status: undefined, durationMs: now() - startedAt, text }
  }
}

function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  signal: AbortSignal,
): Promise<{ status: number | undefined; text: string }> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      // A connection of its own for each request, so that a restarted endpoint does not fail an old connection.
      agent: false,
      signal,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      readStart(response).then((text) => resolve({ status: response.statusCode, text }), reject)
    })
    request.end(body)
  })
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_BODY_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString()
}
