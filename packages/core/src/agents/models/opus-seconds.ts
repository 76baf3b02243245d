const SAMPLES_PER_SECOND = 48_000
/** Offsets within a page and within the first packet (RFC 3533 section 6, RFC 7845 section 5.1). */
const GRANULE_OFFSET = 6
const PRE_SKIP_OFFSET = 10
/** Opus has at least 6 kbit/s (RFC 6716 section 2.1.1). */
const LEAST_BYTES_PER_SECOND = 750

/**
 * Returns the length of an Ogg Opus file in seconds, rounded up, by the position of its last page; 0 for other files. A
 * voice message has no other record of its length. At most what the bytes can contain, because a customer writes the
 * position, and the seconds count against monthly limits.
 */
export function opusSeconds(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [head, page] = [file.indexOf('OpusHead'), file.lastIndexOf('OggS')]
  if (head === -1 || page === -1 || file.length < Math.max(page + GRANULE_OFFSET + 8, head + PRE_SKIP_OFFSET + 2))
    return 0
  const samples = Number(file.readBigInt64LE(page + GRANULE_OFFSET)) - file.readUInt16LE(head + PRE_SKIP_OFFSET)
  return Math.max(0, Math.ceil(Math.min(samples / SAMPLES_PER_SECOND, file.length / LEAST_BYTES_PER_SECOND)))
}
