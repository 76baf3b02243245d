import { UnreadableError } from '../../document-problems.ts'
import { documentType } from '../../document-type.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { sentence } from './page-sentence.ts'
import { readPdf } from './read-pdf.ts'
import { type ReadScan, readScans } from './scans/read-scans.ts'
import { scanFailure, scanNotes, scanProblems, withScans } from './scans/scan-words.ts'

const NO_SCANS: ReadonlyMap<number, ReadScan> = new Map()

/**
 * Returns a section for each page with text, and names the pages that are not read.
 * @throws UnreadableError `encrypted`, `damaged`, `too_long`, `unreadable_fonts`, `over_limit` or `model_down`
 */
export async function extractPdf({ bytes, pictures: reader }: SourceFile): Promise<Extracted> {
  const { pictures, illustrated, outlined, unreadable, damaged, commented, stamped, attached, ...read } =
    await readPdf(bytes)
  const scans = reader && pictures.length > 0 ? await readScans(bytes, pictures, reader) : NO_SCANS
  const sections = withScans(read.sections, scans)
  const failure = sections.length === 0 ? scanFailure(scans) : undefined
  if (failure) throw new UnreadableError(failure)
  if (sections.length === 0 && unreadable.length > 0) throw new UnreadableError('unreadable_fonts')
  if (sections.length === 0 && damaged.length > 0) throw new UnreadableError('damaged')
  return {
    sections,
    notes: scanNotes(scans),
    missing: [
      ...scanProblems(pictures, scans),
      ...sentence(
        illustrated,
        'has a large picture beside little text. Text in the picture is not read',
        'have large pictures beside little text. Text in the pictures is not read',
        'Write what they say as text, if it matters.',
      ),
      ...sentence(
        outlined,
        'has letters that are drawn as shapes, which are not read',
        'have letters that are drawn as shapes, which are not read',
        'Export the file again with its text as text.',
      ),
      ...sentence(
        unreadable,
        'has text in a font that does not say which characters it has',
        'have text in fonts that do not say which characters they have',
        'Print the file to a PDF again from the program that made it.',
      ),
      ...sentence(damaged, 'is damaged', 'are damaged', 'Save the file again.'),
      ...sentence(
        commented,
        'has comments on its text, which are not read',
        'have comments on their text, which are not read',
        'Write them into the text, if they matter.',
      ),
      ...sentence(
        stamped,
        'has stamps, whose text is not read',
        'have stamps, whose text is not read',
        'Print the file to a PDF, so that they become text, or write what they say.',
      ),
      ...attached
        .filter((name) => documentType(name, '') !== undefined)
        .map((name) => `The file ${name} in the PDF is not read. Upload it as a document of its own.`),
    ],
  }
}
