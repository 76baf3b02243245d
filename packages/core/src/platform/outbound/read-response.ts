import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Most bytes of a body that are read: an endpoint that sends more is cut off. */
const READ_BYTES = 128 * 1024
/** Most bytes of an answer's body, and of its headers, that are kept. */
export const KEPT_BODY_BYTES = 4 * 1024
const KEPT_HEADER_BYTES = 1024

/** Of headers and body of an answer, what is kept. */
export interface KeptResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they came, read as UTF-8: what is compressed stays compressed. */
  readonly body: string
  /** Whether the body went on beyond what is kept. */
  readonly bodyCut: boolean
}

/** Reads what is kept of an answer, whatever becomes of its body: one that breaks, or is too long, is cut. */
export function readResponse(response: IncomingMessage): Promise<KeptResponse> {
  const { promise, resolve } = Promise.withResolvers<KeptResponse>()
  const chunks: Buffer[] = []
  let read = 0
  const settle = (cut: boolean) => {
    const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES)
    resolve({
      headers: keptHeaders(response.headers),
      // A character that the limit cuts in two is left out.
      body: new TextDecoder().decode(kept, { stream: true }),
      bodyCut: cut || read > KEPT_BODY_BYTES,
    })
  }
  response.on('data', (chunk: Buffer) => {
    if (read < KEPT_BODY_BYTES) chunks.push(chunk)
    read += chunk.length
    if (read > READ_BYTES) response.destroy()
  })
  response.once('end', () => settle(false))
  response.once('error', () => settle(true))
  response.once('close', () => settle(!response.complete))
  return promise
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value)
    bytes += name.length + Buffer.byteLength(text)
    if (bytes > KEPT_HEADER_BYTES) break
    kept[name] = text
  }
  return kept
}
