import { buffer } from 'node:stream/consumers'
import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { trimEnd } from '@replywright/contract/trim-end.ts'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { log } from '../../../platform/log/log.ts'
import { TookTooLongError } from '../../../platform/within-time.ts'
import { type DocumentProblem, UnreadableError } from '../document-entity.ts'
import { type Block, blockSections } from './block.ts'
import { decodeText } from './decode-text.ts'
import { declaredInMarkup } from './html/declared-encoding.ts'
import { readPage } from './html/read-page.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { LONGEST_TEXT, type Passage, type Section, splitPassages } from './split-passages.ts'

/** The passages of a file, or why it cannot be read. */
export type Reading =
  | { readonly passages: readonly Passage[]; readonly problem?: undefined }
  | { readonly passages?: undefined; readonly problem: DocumentProblem }

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Section[] | Promise<Section[]>>> = {
  [DOCUMENT_TYPES.txt]: async (bytes) => [{ place: '', text: await decodeText(bytes) }],
  [DOCUMENT_TYPES.json]: async (bytes) => [{ place: '', text: await decodeText(bytes) }],
  [DOCUMENT_TYPES.md]: async (bytes) => markdownSections(await decodeText(bytes)),
  [DOCUMENT_TYPES.csv]: async (bytes) => csvSections(await decodeText(bytes)),
  [DOCUMENT_TYPES.html]: htmlSections,
  [DOCUMENT_TYPES.pdf]: async (bytes) => [...(await readPdf(bytes)).sections],
  [DOCUMENT_TYPES.docx]: docxSections,
}

/** Returns the passages of a file. Never throws because of its content. */
export async function readFile(bytes: Uint8Array, contentType: string): Promise<Reading> {
  if (bytes.length === 0) return { problem: 'empty' }
  const read = READERS[contentType]
  if (!read) return { problem: 'damaged' }
  try {
    const sections = await read(bytes)
    if (sections.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_TEXT) return { problem: 'too_long' }
    const passages = splitPassages(sections)
    return passages.length > 0 ? { passages } : { problem: 'no_text' }
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.problem }
    // The libraries throw many kinds of errors for invalid files. Their messages may quote the content.
    log('document.unreadable', { contentType, error: error instanceof Error ? error.name : 'unknown' })
    return { problem: 'damaged' }
  }
}

const LONGEST_HEADER = 500

/** Returns a table as one section. Its first line has the names of the columns. */
function csvSections(csv: string): Section[] {
  const [header = ''] = csv.trimStart().split(/\r?\n/, 1)
  return [{ place: '', text: csv, ...(header.length <= LONGEST_HEADER && { header: header.trim() }) }]
}

const HEADING = /^(#{1,6})\s+(\S.*)$/
const FENCE = /^\s*(```|~~~)/

/** Returns a section for each heading. */
function markdownSections(markdown: string): Section[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fenced = false
  const close = () => {
    const text = lines.join('\n')
    if (text.trim()) blocks.push({ kind: 'text', text })
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) fenced = !fenced
    const [, marks = '', title = ''] = (fenced ? undefined : HEADING.exec(line)) ?? []
    if (marks) {
      close()
      blocks.push({ kind: 'heading', level: marks.length, text: withoutClosing(title) })
    } else lines.push(line)
  }
  close()
  return blockSections(blocks)
}

/** Removes white space and a closing sequence of `#` from the end of a title. */
function withoutClosing(title: string): string {
  const trimmed = title.trimEnd()
  return trimEnd(trimmed, '#').trimEnd() || trimmed
}

/** Maximum length of markup. */
const LONGEST_MARKUP = 40_000_000
/** Markup can be made to take minutes. The function has two. */
const LONGEST_MS = 30_000

/** Returns a section for each heading of a page. */
async function htmlSections(bytes: Uint8Array): Promise<Section[]> {
  return await markupSections(await decodeText(bytes, { declared: declaredInMarkup(bytes) }))
}

/** @throws UnreadableError `too_long` or `too_intricate` */
async function markupSections(html: string): Promise<Section[]> {
  if (html.length > LONGEST_MARKUP) throw new UnreadableError('too_long')
  try {
    const { title, blocks } = await readPage(html, { links: false, longestMs: LONGEST_MS })
    const isTold = blocks.some(({ kind, ...block }) => kind === 'heading' && 'text' in block && block.text === title)
    return blockSections(blocks, isTold ? '' : title)
  } catch (cause) {
    throw cause instanceof TookTooLongError ? new UnreadableError('too_intricate', { cause }) : cause
  }
}

/** First bytes of a Word document with a password, and of the format before docx. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Returns a section for each heading, without pictures.
 * @throws UnreadableError `encrypted`, `inflated`, `damaged` or `too_long`
 */
async function docxSections(bytes: Uint8Array): Promise<Section[]> {
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
