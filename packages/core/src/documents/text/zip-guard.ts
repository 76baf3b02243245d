import { inflateRawSync } from 'node:zlib'
import { UnreadableError } from './unreadable-error.ts'

const MEGABYTE = 1024 * 1024
/** Unpacked bytes of all entries together. */
const LARGEST_ARCHIVE = 100 * MEGABYTE
/** Unpacked bytes of one XML file, whose tree takes sixty times that. */
const LARGEST_XML = 12 * MEGABYTE

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const DEFLATED = 8

interface Entry {
  readonly name: string
  readonly deflated: boolean
  readonly packedSize: number
  readonly declaredSize: number
  readonly offset: number
}

/**
 * Refuses a ZIP archive that unpacks to more than can be handled, by what it declares and by what it really has: sizes can
 * lie.
 * @throws UnreadableError `inflated`, or `damaged` when it is no archive
 */
export function assertUnpackable(archive: Buffer): void {
  try {
    let left = LARGEST_ARCHIVE
    for (const entry of entriesOf(archive)) {
      const limit = Math.min(left, /\.(xml|rels)$/i.test(entry.name) ? LARGEST_XML : LARGEST_ARCHIVE)
      if (entry.declaredSize > limit) throw new UnreadableError('inflated')
      left -= unpackedSize(archive, entry, limit)
    }
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause
    const tooLarge = cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableError(tooLarge ? 'inflated' : 'damaged', { cause })
  }
}

/** The central directory (APPNOTE 4.3.12, 4.3.16). */
function* entriesOf(archive: Buffer): Generator<Entry> {
  const end = endOf(archive)
  let at = archive.readUInt32LE(end + 16)
  for (let entries = archive.readUInt16LE(end + 10); entries > 0; entries--) {
    if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new UnreadableError('damaged')
    const nameLength = archive.readUInt16LE(at + 28)
    yield {
      name: archive.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      deflated: archive.readUInt16LE(at + 10) === DEFLATED,
      packedSize: archive.readUInt32LE(at + 20),
      declaredSize: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    }
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}

/** It is the last thing in the archive but for a comment. */
function endOf(archive: Buffer): number {
  const earliest = Math.max(0, archive.length - END_BYTES - LONGEST_COMMENT)
  for (let at = archive.length - END_BYTES; at >= earliest; at--)
    if (archive.readUInt32LE(at) === END_SIGNATURE) return at
  throw new UnreadableError('damaged')
}

function unpackedSize(archive: Buffer, { deflated, packedSize, offset }: Entry, limit: number): number {
  if (!deflated) return packedSize
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const packed = archive.subarray(start, start + packedSize)
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) }).length
}
