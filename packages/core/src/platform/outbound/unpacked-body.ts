import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The encodings that `unpackedBody` supports, as a value of `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

const DECOMPRESSORS = new Map([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/**
 * Returns the decompressed body of a response, or undefined if its encoding is not supported. The size is not limited:
 * a few bytes may decompress to millions. Destroying the body ends the response.
 */
export function unpackedBody(response: IncomingMessage, method: string): Readable | undefined {
  const empty = method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304
  const encoding = empty ? '' : (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const decompressor = DECOMPRESSORS.get(encoding)?.()
  // The reader of the last stream gets the error of any stream.
  return decompressor && pipeline(response, decompressor, () => {})
}

/** Reads the first `maxBytes` decompressed. `cut` if the body is longer, incomplete or not decompressible. */
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
  // Destroying a response that was read to its end keeps its connection open for the next request.
  response.destroy()
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), cut: broken || length > maxBytes }
}
