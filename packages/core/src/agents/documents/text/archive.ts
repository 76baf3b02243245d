import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableError } from '../document-problems.ts'

/** Maximum number of entries. A long document with hundreds of pictures has about a thousand. */
const MOST_ENTRIES = 10_000

/** The files in an archive: a document of an office program is one. */
export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** @throws UnreadableError `inflated`, before a file beyond the limit is unpacked; `damaged` if it does not exist */
  read(name: string): Promise<Buffer>
}

/**
 * Opens a zip archive. Unpacks only the requested files, within one limit. yauzl throws if the unpacked size of a file
 * differs from the size in the archive's directory.
 * @param largest the most bytes of all unpacked files
 * @throws UnreadableError `inflated` for too many entries
 */
export async function openArchive(bytes: Uint8Array, largest: number): Promise<Archive> {
  const file = await fromBufferPromise(withoutSurroundings(Buffer.from(bytes)))
  const entries = await entriesOf(file)
  let left = largest
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name)
      if (!entry) throw new UnreadableError('damaged')
      left -= entry.uncompressedSize
      if (left < 0) throw new UnreadableError('inflated')
      return await buffer(await file.openReadStreamPromise(entry))
    },
  }
}

async function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (file.entryCount > MOST_ENTRIES) throw new UnreadableError('inflated')
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

const END = Buffer.from('PK\x05\x06', 'latin1')
const DIRECTORY = Buffer.from('PK\x01\x02', 'latin1')
const END_LENGTH = 22

/**
 * Removes bytes before and after an archive, as other readers do: mail programs and servers add line breaks, and
 * self-extracting archives begin with a program. Returns the file if its end is not found.
 */
export function withoutSurroundings(file: Buffer): Buffer {
  for (let end = file.lastIndexOf(END); end > 0; end = file.lastIndexOf(END, end - 1)) {
    if (end + END_LENGTH > file.length) continue
    const [size, offset] = [file.readUInt32LE(end + 12), file.readUInt32LE(end + 16)]
    // Archives above 4 GB, and with more entries than are allowed, have their sizes elsewhere.
    if (size === 0xffffffff || offset === 0xffffffff) return file
    const directory = end - size
    const before = directory - offset
    if (before < 0 || (size > 0 && file.compare(DIRECTORY, 0, 4, directory, directory + 4) !== 0)) continue
    const archive = Buffer.from(file.subarray(before, end + END_LENGTH))
    archive.writeUInt16LE(0, archive.length - 2)
    return archive
  }
  return file
}
