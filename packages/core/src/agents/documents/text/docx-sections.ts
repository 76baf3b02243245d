import { UnreadableError } from '../document-problem.ts'
import { openDocxParts } from './docx-parts.ts'
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
