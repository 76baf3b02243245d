import { DOCUMENT_TYPES } from '@messaging/contract/agents-files.ts'
import { log } from '../../../platform/log/log.ts'
import { type DocumentProblem, UnreadableError } from '../document-problem.ts'
import type { Passage } from '../passages.ts'
import { decodeText } from './decode-text.ts'
import { docxSections } from './docx-sections.ts'
import { htmlSections } from './html-sections.ts'
import { markdownSections } from './markdown-sections.ts'
import { pdfSections } from './pdf-sections.ts'
import { LONGEST_TEXT, type Section } from './section.ts'
import { splitPassages } from './split-passages.ts'

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
