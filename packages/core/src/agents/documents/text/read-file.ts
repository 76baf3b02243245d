import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { log } from '../../../platform/log/log.ts'
import { TookTooLongError } from '../../../platform/within-time.ts'
import { type DocumentProblem, UnreadableError } from '../document-problems.ts'
import { documentType } from '../document-type.ts'
import { csvSections } from './csv.ts'
import { decodeText } from './decode-text.ts'
import type { Extracted, FileReader, SourceFile } from './extracted.ts'
import { declaredInMarkup } from './html/declared-encoding.ts'
import { extractPage } from './html/page-sections.ts'
import { readMarkdown } from './markdown.ts'
import { readDocx } from './office/docx.ts'
import { type ReadAttachment, readEml } from './office/eml.ts'
import { readEpub } from './office/epub.ts'
import { readOpenDocument } from './office/opendocument.ts'
import { readPptx } from './office/pptx.ts'
import { readRtf } from './office/rtf.ts'
import { readXlsx } from './office/xlsx.ts'
import { extractPdf } from './pdf/extract-pdf.ts'
import type { PictureReader } from './pdf/scans/read-scans.ts'
import { readableJson } from './readable-json.ts'
import { LONGEST_TEXT, type Passage, splitPassages } from './split-passages.ts'

/** The passages of a file, or why it cannot be read. */
export type Reading =
  | {
      readonly passages: readonly Passage[]
      /** What is missing, as text for the file's owner; undefined if nothing is. */
      readonly missing?: string | undefined
      /** What the file's owner should know of the passages, as text; undefined for nothing. */
      readonly note?: string | undefined
      /** The title of a page, or `''`. */
      readonly title?: string
      readonly problem?: undefined
    }
  | {
      readonly passages?: undefined
      readonly missing?: undefined
      readonly note?: undefined
      readonly problem: DocumentProblem
    }

const READERS: Readonly<Record<string, FileReader>> = {
  [DOCUMENT_TYPES.txt]: readText,
  [DOCUMENT_TYPES.json]: async (file) => ({ sections: [{ place: '', text: readableJson(await textOf(file)) }] }),
  [DOCUMENT_TYPES.md]: async (file) => await readMarkdown(await textOf(file)),
  [DOCUMENT_TYPES.csv]: async (file) => ({ sections: await csvSections(await textOf(file)) }),
  [DOCUMENT_TYPES.html]: readHtml,
  [DOCUMENT_TYPES.pdf]: extractPdf,
  [DOCUMENT_TYPES.docx]: (file) => readDocx(file),
  [DOCUMENT_TYPES.xlsx]: readXlsx,
  [DOCUMENT_TYPES.pptx]: readPptx,
  [DOCUMENT_TYPES.odt]: readOpenDocument,
  [DOCUMENT_TYPES.ods]: readOpenDocument,
  [DOCUMENT_TYPES.odp]: readOpenDocument,
  [DOCUMENT_TYPES.epub]: readEpub,
  [DOCUMENT_TYPES.rtf]: readRtf,
  [DOCUMENT_TYPES.eml]: (file) => readEml(file, attachmentReader(1)),
}

/** A mail in a mail in a mail is the last one that is read. */
const DEEPEST_MAIL = 3

/** Reads files within a mail. A file that is damaged or has no text is not read. */
function attachmentReader(depth: number): ReadAttachment {
  return async ({ name, contentType, bytes }) => {
    const type = contentType === 'text/calendar' ? DOCUMENT_TYPES.txt : documentType(name, contentType)
    if (type === undefined || (type === DOCUMENT_TYPES.eml && depth >= DEEPEST_MAIL)) return undefined
    const file = { bytes, encoding: undefined }
    try {
      const extracted =
        type === DOCUMENT_TYPES.eml ? await readEml(file, attachmentReader(depth + 1)) : await READERS[type]?.(file)
      return extracted?.sections.some(({ text }) => text.trim()) ? extracted : undefined
    } catch {
      return undefined
    }
  }
}

/**
 * Returns the passages of a file. Never throws because of its content.
 * @param encoding the encoding that the file's owner chose
 * @param pictures reads pages of a PDF that are pictures
 */
export async function readFile(
  bytes: Uint8Array,
  contentType: string,
  encoding?: string,
  pictures?: PictureReader,
): Promise<Reading> {
  if (bytes.length === 0) return { problem: 'empty' }
  const read = READERS[contentType]
  if (!read) return { problem: 'damaged' }
  try {
    const { sections, missing = [], notes = [], title } = await read({ bytes, encoding, pictures })
    if (sections.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_TEXT) return { problem: 'too_long' }
    const passages = splitPassages(sections)
    if (passages.length === 0) return { problem: 'no_text' }
    return {
      passages,
      ...(missing.length > 0 && { missing: missing.join(' ') }),
      ...(notes.length > 0 && { note: notes.join(' ') }),
      ...(title && { title }),
    }
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.problem }
    if (error instanceof TookTooLongError) return { problem: 'too_intricate' }
    // The libraries throw many kinds of errors for invalid files. Their messages may quote the content.
    log('document.unreadable', { contentType, error: error instanceof Error ? error.name : 'unknown' })
    return { problem: 'damaged' }
  }
}

async function textOf({ bytes, encoding }: SourceFile): Promise<string> {
  return await decodeText(bytes, { chosen: encoding })
}

/** Number of bytes that tell that a file has another type than its name says. */
const BEGINNING = 4096
const RICH_TEXT = /^(?:\u00ef\u00bb\u00bf)?\s{0,99}\{\\rtf/
/** A page that a browser saved as a mail, with its pictures. */
const MAIL = /^(?:From|Subject|Date|MIME-Version|Snapshot-Content-Location):/i
const MAIL_TYPE = /\nContent-Type:\s{0,9}(?:multipart|text)\//i

function beginningOf({ bytes }: SourceFile): string {
  return Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1')
}

async function readText(file: SourceFile): Promise<Extracted> {
  if (RICH_TEXT.test(beginningOf(file))) return await readRtf(file)
  return { sections: [{ place: '', text: await textOf(file) }] }
}

async function readHtml(file: SourceFile): Promise<Extracted> {
  const beginning = beginningOf(file)
  if (MAIL.test(beginning) && MAIL_TYPE.test(beginning)) return await readEml(file, attachmentReader(1))
  const { bytes, encoding } = file
  const html = await decodeText(bytes, { chosen: encoding, declared: declaredInMarkup(bytes) })
  return await extractPage(html)
}
