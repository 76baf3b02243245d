import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** What `unpackedBody` understands, as `Accept-Encoding` says it. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

const UNPACKERS = new Map([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/**
 * The body of a response as it was before it was packed; undefined for a packing that nobody asked for. Its size is not
 * limited: a few bytes may unpack to millions. Destroying it ends the response.
 */
export function unpackedBody(response: IncomingMessage, method: string): Readable | undefined {
  const empty = method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304
  const encoding = empty ? '' : (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const unpacker = UNPACKERS.get(encoding)?.()
  // Who reads the last stream learns what broke any of them.
  return unpacker && pipeline(response, unpacker, () => {})
}

/** The first `maxBytes` of a response's body, unpacked. `cut` when there is more, or it broke off, or cannot be unpacked. */
export async function readBody(
  response: IncomingMessage,
  { method, maxBytes }: { readonly method: string; readonly maxBytes: number },
): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const body = unpackedBody(response, method)
  const chunks: Buffer[] = []
  let length = 0
  let broken = body === undefined
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) break
    }
  } catch {
    broken = true
  }
  // One that was read to its end leaves its connection open for the next.
  response.destroy()
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), cut: broken || length > maxBytes }
}
