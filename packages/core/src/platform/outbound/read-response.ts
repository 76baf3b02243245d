import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The maximum of body bytes that are read. The connection of a larger body is closed. */
const MAX_READ_BYTES = 128 * 1024
/** The maximum of bytes that are kept of a response's body, and of its headers. */
export const KEPT_BODY_BYTES = 4 * 1024
const KEPT_HEADER_BYTES = 1024

export interface KeptResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they arrived, decoded as UTF-8. A compressed body stays compressed. */
  readonly body: string
  /** Whether the body is longer than the kept part, or incomplete. */
  readonly bodyCut: boolean
}

/** Reads the part of a response that is kept. Never rejects: a broken or long body is cut. */
export function readResponse(response: IncomingMessage): Promise<KeptResponse> {
  const { promise, resolve } = Promise.withResolvers<KeptResponse>()
  const chunks: Buffer[] = []
  let read = 0
  const finish = (cut: boolean) => {
    const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES)
    resolve({
      headers: keptHeaders(response.headers),
      // A character that the limit splits is omitted.
      body: new TextDecoder().decode(kept, { stream: true }),
      bodyCut: cut || read > KEPT_BODY_BYTES,
    })
  }
  response.on('data', (chunk: Buffer) => {
    if (read < KEPT_BODY_BYTES) chunks.push(chunk)
    read += chunk.length
    if (read > MAX_READ_BYTES) response.destroy()
  })
  response.once('end', () => finish(false))
  response.once('error', () => finish(true))
  response.once('close', () => finish(!response.complete))
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
