import { UnreadableError } from '../document-problem.ts'
import { openDocxParts } from './docx-parts.ts'
import { markupSections } from './html-sections.ts'
import type { Section } from './section.ts'

/** How a document of Word is stored when it has a password, and how it was before there was docx. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * A section for each heading, pictures left out.
 * @throws UnreadableError `encrypted`, `inflated`, `damaged` or `too_long`
 */
export async function docxSections(bytes: Uint8Array): Promise<Section[]> {
  const buffer = Buffer.from(bytes)
  if (buffer.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw new UnreadableError('encrypted')
  // mammoth reads the parts from `file`, which its types leave out. They ask for one of the other inputs.
  const input = { file: await openDocxParts(buffer), arrayBuffer: new ArrayBuffer(0) }
  const { default: mammoth } = await import('mammoth')
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml(input, { convertImage })
  return await markupSections(value)
}
