import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Returns whether a file is packed with gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Returns the content of a gzip file, at most about `maxBytes`. What follows damage is left out. */
export async function unpackGzip(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of Readable.from([bytes]).pipe(createGunzip())) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch {
    // The part before the damage is used.
  }
  return Buffer.concat(chunks)
}
