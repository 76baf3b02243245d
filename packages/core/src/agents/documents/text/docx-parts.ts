import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableError } from '../document-problem.ts'

/** Maximum number of entries. A long document with hundreds of pictures has about a thousand. */
const MOST_ENTRIES = 10_000
/** Maximum size of all unpacked parts. A tree of XML takes 60 times the size of its text, and the function has 1 GB. */
const LARGEST_PARTS = 12 * 1024 * 1024

/** The archive as mammoth reads it. */
export interface DocxParts {
  exists(name: string): boolean
  /** @throws UnreadableError `inflated`, before a part beyond the limit is unpacked */
  read(name: string, encoding?: string): Promise<string | Uint8Array>
}

/**
 * Opens a docx. Unpacks only the requested parts, within one limit. yauzl throws if the unpacked size of a part differs
 * from the size in the archive's directory.
 * @throws UnreadableError `inflated` for too many entries
 */
export async function openDocxParts(archive: Buffer): Promise<DocxParts> {
  const file = await fromBufferPromise(archive)
  const entries = await entriesOf(file)
  let left = LARGEST_PARTS
  return {
    exists: (name) => entries.has(name),
    async read(name, encoding) {
      const entry = entries.get(name)
      if (!entry) throw new UnreadableError('damaged')
      left -= entry.uncompressedSize
      if (left < 0) throw new UnreadableError('inflated')
      const bytes = await buffer(await file.openReadStreamPromise(entry))
      return encoding ? new TextDecoder(encoding).decode(bytes) : bytes
    },
  }
}

async function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (file.entryCount > MOST_ENTRIES) throw new UnreadableError('inflated')
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}
