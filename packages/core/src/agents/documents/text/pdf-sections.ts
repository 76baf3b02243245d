import type { getDocumentProxy } from 'unpdf'
import { UnreadableError } from '../document-entity.ts'
import { LONGEST_TEXT, type Section } from './split-passages.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>

/** Lines with a larger distance than this many letter heights belong to different paragraphs. */
const PARAGRAPH_GAP = 1.8

/** Returns a section for each page with text. @throws UnreadableError `encrypted`, `damaged` or `too_long` */
export async function pdfSections(bytes: Uint8Array): Promise<Section[]> {
  const pdf = await openPdf(bytes)
  try {
    const sections: Section[] = []
    let length = 0
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const text = pageText(await page.getTextContent())
      page.cleanup()
      length += text.length
      if (length > LONGEST_TEXT) throw new UnreadableError('too_long')
      if (text.trim()) sections.push({ place: `page ${number}`, text })
    }
    return sections
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // The library detaches the buffer, so it gets a copy.
    return await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, useSystemFonts: false, enableXfa: false })
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === 'PasswordException'
    throw new UnreadableError(encrypted ? 'encrypted' : 'damaged', { cause })
  }
}

function pageText({ items }: TextContent): string {
  let text = ''
  let above: number | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const { str, height, hasEOL, transform } = item
    const [, , , , , y] = transform
    if (above !== undefined && height > 0 && above - y > PARAGRAPH_GAP * height) text += '\n'
    text += str
    if (hasEOL) text += '\n'
    if (height > 0) above = y
  }
  // Joins words that are hyphenated at the end of a line.
  return text.replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
}
