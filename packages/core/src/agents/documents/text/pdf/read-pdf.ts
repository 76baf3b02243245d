import type { getDocumentProxy } from 'unpdf'
import { UnreadableError } from '../../document-entity.ts'
import { LONGEST_TEXT, type Section } from '../split-passages.ts'
import { type PlacedText, pageText } from './page-layout.ts'
import { isGarbled, type PageFont, readsFont } from './readable-font.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

/** What was read of a PDF. Page numbers count from 1. */
export interface ReadPdf {
  readonly sections: readonly Section[]
  /** Pages with text in fonts that do not say which characters they have. */
  readonly unreadable: readonly number[]
  /** Pages that are a picture. */
  readonly pictures: readonly number[]
  readonly damaged: readonly number[]
}

/** A page with fewer letters and a picture is a picture, such as a scan with a page number. */
const LEAST_LETTERS = 20

/** Returns a section for each page with text. @throws UnreadableError `encrypted`, `damaged` or `too_long` */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await openPdf(bytes)
  try {
    const { OPS } = await (await import('unpdf')).getResolvedPDFJS()
    const fonts = new Map<string, boolean>()
    const sections: Section[] = []
    const pages = { unreadable: [] as number[], pictures: [] as number[], damaged: [] as number[] }
    let length = 0
    for (let number = 1; number <= pdf.numPages; number++) {
      const read = await readPage(pdf, number, fonts).catch(() => undefined)
      if (!read) {
        pages.damaged.push(number)
        continue
      }
      const { text, isUnreadable, drawn } = read
      if (isUnreadable) pages.unreadable.push(number)
      // Pictures are not decoded, so that only their place is left of them.
      else if (drawn?.has(OPS.transform) || drawn?.has(OPS.constructPath)) pages.pictures.push(number)
      length += text.length
      if (length > LONGEST_TEXT) throw new UnreadableError('too_long')
      if (text.trim() && !isGarbled(text)) sections.push({ place: `page ${number}`, text })
    }
    return { sections, ...pages }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

interface ReadPage {
  readonly text: string
  readonly isUnreadable: boolean
  /** What is drawn on a page with hardly any text. */
  readonly drawn: ReadonlySet<number> | undefined
}

/** @param fonts whether the fonts of the pages before are readable, by name; those of this page are added */
async function readPage(pdf: Pdf, number: number, fonts: Map<string, boolean>): Promise<ReadPage> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent()
  const names = Object.keys(content.styles)
  const isShort = lettersOf(content) < LEAST_LETTERS
  const isNew = names.some((font) => !fonts.has(font))
  // The library gives the fonts with what is drawn.
  const drawn = isNew || isShort ? new Set((await page.getOperatorList()).fnArray) : undefined
  for (const font of names) if (!fonts.has(font)) fonts.set(font, readsFont(fontOf(page, font)))
  const placed = placedTexts(content, (font) => fonts.get(font) === true)
  const text = pageText(placed)
  page.cleanup()
  const isUnreadable = placed.length < textsOf(content).length || isGarbled(text)
  return { text, isUnreadable, drawn: isShort ? drawn : undefined }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // The library detaches the buffer, so it gets a copy.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      useSystemFonts: false,
      enableXfa: false,
      fontExtraProperties: true,
      maxImageSize: 1,
      cMapPacked: true,
      useWorkerFetch: false,
      useWasm: false,
      BinaryDataFactory: PdfData,
    })
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === 'PasswordException'
    throw new UnreadableError(encrypted ? 'encrypted' : 'damaged', { cause })
  }
}

/** Gives the library the files that it expects beside itself. */
class PdfData {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const { cMaps, standardFonts } = await import('./pdf-data.static.ts')
    const file = (kind === 'cMapUrl' ? cMaps : standardFonts)[filename]
    if (file === undefined) throw new UnreadableError('damaged')
    return Uint8Array.from(Buffer.from(file, 'base64'))
  }
}

function fontOf({ commonObjs }: Page, name: string): PageFont | undefined {
  return commonObjs.has(name) ? commonObjs.get(name) : undefined
}

function textsOf({ items }: TextContent) {
  return items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
}

function lettersOf(content: TextContent): number {
  return textsOf(content).reduce((sum, { str }) => sum + str.trim().length, 0)
}

function placedTexts(content: TextContent, isReadable: (font: string) => boolean): PlacedText[] {
  return textsOf(content).flatMap(({ str, width, height, dir, transform, fontName }) => {
    if (!isReadable(fontName)) return []
    const [, , , , x, y]: number[] = transform
    if (x === undefined || y === undefined) return []
    return [{ text: str, x, y, width, height: height || 1, rightToLeft: dir === 'rtl' }]
  })
}
