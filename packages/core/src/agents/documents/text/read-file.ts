import { buffer } from 'node:stream/consumers'
import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { trimEnd } from '@replywright/contract/trim-end.ts'
import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { log } from '../../../platform/log/log.ts'
import { shorten } from '../../models/shorten.ts'
import { type DocumentProblem, UnreadableError } from '../document-entity.ts'
import { boundedTable } from './bounded-table.ts'
import { pdfSections } from './pdf-sections.ts'
import { LONGEST_TEXT, type Passage, type Section, splitPassages } from './split-passages.ts'

/** The passages of a file, or why it cannot be read. */
export type Reading =
  | { readonly passages: readonly Passage[]; readonly problem?: undefined }
  | { readonly passages?: undefined; readonly problem: DocumentProblem }

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Section[] | Promise<Section[]>>> = {
  [DOCUMENT_TYPES.txt]: (bytes) => [{ place: '', text: decodeText(bytes) }],
  [DOCUMENT_TYPES.json]: (bytes) => [{ place: '', text: decodeText(bytes) }],
  [DOCUMENT_TYPES.md]: (bytes) => markdownSections(decodeText(bytes)),
  [DOCUMENT_TYPES.csv]: (bytes) => csvSections(decodeText(bytes)),
  [DOCUMENT_TYPES.html]: htmlSections,
  [DOCUMENT_TYPES.pdf]: pdfSections,
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

/**
 * Decodes a text file: by its byte order mark, else as UTF-8 if valid, else as `declared`, else as Windows-1252.
 * @throws UnreadableError `not_text` for a text with null characters
 */
function decodeText(bytes: Uint8Array, declared?: string): string {
  const text = decode(bytes, declared)
  if (text.includes('\0')) throw new UnreadableError('not_text')
  return text
}

function decode(bytes: Uint8Array, declared: string | undefined): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return tryDecode(bytes, 'utf-8') ?? tryDecode(bytes, declared) ?? new TextDecoder('windows-1252').decode(bytes)
}

function tryDecode(bytes: Uint8Array, charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const HEADING = /^(#{1,6})\s+(\S.*)$/
const FENCE = /^\s*(```|~~~)/
const LONGEST_PLACE = 200

/** Returns a section for each heading. Its place has the headings above it, outermost first. */
function markdownSections(markdown: string): Section[] {
  const sections: Section[] = []
  const above: string[] = []
  let lines: string[] = []
  let fenced = false
  const close = () => {
    const place = shorten(above.filter(Boolean).join(' › '), LONGEST_PLACE)
    sections.push({ place, text: lines.join('\n') })
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) fenced = !fenced
    const [, marks = '', title = ''] = (fenced ? undefined : HEADING.exec(line)) ?? []
    if (marks) {
      close()
      above.length = marks.length - 1
      above[marks.length - 1] = withoutClosing(title)
    } else lines.push(line)
  }
  close()
  return sections
}

/** Removes white space and a closing sequence of `#` from the end of a title. */
function withoutClosing(title: string): string {
  const trimmed = title.trimEnd()
  return trimEnd(trimmed, '#').trimEnd() || trimmed
}

/** Maximum length of markup without pictures. Its tree takes far more memory than the markup. */
const LONGEST_MARKUP = 10_000_000
const META_CHARSET = /<meta[^<>]{0,200}charset=["']?([\w-]{1,40})/i
const INLINED = /data:[\w.+/-]{0,100}(?:;[\w=-]{0,100})*;base64,[\w+/=]+/g

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const NOT_CONTENT = ['nav', 'script', 'style', 'noscript', 'svg', 'img', 'button']

/** Writes headings as Markdown, because `markdownSections` splits the text at them. */
const formatHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${'#'.repeat(Number(element.name?.slice(1) ?? 1))} `)
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const options = {
  wordwrap: false,
  limits: { maxDepth: 500, maxInputLength: LONGEST_MARKUP },
  formatters: { markdownHeading: formatHeading, boundedTable },
  selectors: [
    ...NOT_CONTENT.map((selector) => ({ selector, format: 'skip' })),
    ...HEADINGS.map((selector) => ({ selector, format: 'markdownHeading' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'boundedTable', options: { uppercaseHeaderCells: false } },
  ],
} satisfies HtmlToTextOptions

/** Returns a section for each heading of a page. */
async function htmlSections(bytes: Uint8Array): Promise<Section[]> {
  const [, declared] = META_CHARSET.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1')) ?? []
  return await markupSections(decodeText(bytes, declared))
}

/** @throws UnreadableError `too_long` */
async function markupSections(html: string): Promise<Section[]> {
  const markup = html.replace(INLINED, '')
  if (markup.length > LONGEST_MARKUP) throw new UnreadableError('too_long')
  const { convert } = await import('html-to-text')
  return markdownSections(convert(markup, options))
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
