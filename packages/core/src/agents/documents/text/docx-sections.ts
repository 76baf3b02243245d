import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableError } from '../document-problem.ts'
import { markupSections } from './html-sections.ts'
import type { Section } from './section.ts'

/** First bytes of a Word document with a password, and of the format before docx. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Returns a section for each heading, without pictures.
 * @throws UnreadableError `encrypted`, `inflated`, `damaged` or `too_long`
 */
export async function docxSections(bytes: Uint8Array): Promise<Section[]> {
  const buffer = Buffer.from(bytes)
  if (buffer.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw new UnreadableError('encrypted')
  // mammoth reads the parts from `file`, which its types do not have. The types require another input.
  const input = { file: await openDocxParts(buffer), arrayBuffer: new ArrayBuffer(0) }
  const { default: mammoth } = await import('mammoth')
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml(input, { convertImage })
  return await markupSections(value)
}

/** Maximum number of entries. A long document with hundreds of pictures has about a thousand. */
const MOST_ENTRIES = 10_000
/** Maximum size of all unpacked parts. A tree of XML takes 60 times the size of its text, and the function has 1 GB. */
const LARGEST_PARTS = 12 * 1024 * 1024

/** The archive as mammoth reads it. */
interface DocxParts {
  exists(name: string): boolean
  /** @throws UnreadableError `inflated`, before a part beyond the limit is unpacked */
  read(name: string, encoding?: string): Promise<string | Uint8Array>
}

/**
 * Opens a docx. Unpacks only the requested parts, within one limit. yauzl throws if the unpacked size of a part differs
 * from the size in the archive's directory.
 * @throws UnreadableError `inflated` for too many entries
 */
async function openDocxParts(archive: Buffer): Promise<DocxParts> {
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
