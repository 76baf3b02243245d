import { isObject } from '@replywright/contract/json.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { UnreadableError } from '../../document-problems.ts'
import { LONGEST_TEXT, type Section } from '../split-passages.ts'
import { countDrawnLetters } from './drawn-letters.ts'
import { type Drawing, lookAt, type Operators } from './drawn-page.ts'
import { noteTexts, type Unread, unreadAnnotations } from './note-texts.ts'
import { openPdf, type Pdf } from './open-pdf.ts'
import { type PlacedText, pageText } from './page-layout.ts'
import { isGarbled, type PageFont, readsFont } from './readable-font.ts'

type Page = Awaited<ReturnType<Pdf['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

/** What was read of a PDF. Page numbers count from 1. */
export interface ReadPdf {
  readonly sections: readonly Section[]
  /** Pages with text in fonts that do not say which characters they have. */
  readonly unreadable: readonly number[]
  /** Pages that are a picture. */
  readonly pictures: readonly number[]
  /** Pages with little text beside a large picture. */
  readonly illustrated: readonly number[]
  /** Pages with letters that are drawn as shapes. */
  readonly outlined: readonly number[]
  readonly damaged: readonly number[]
  /** Pages with comments on their text. */
  readonly commented: readonly number[]
  /** Pages with stamps. */
  readonly stamped: readonly number[]
  /** Names of the files within the file. */
  readonly attached: readonly string[]
}

/** A page with fewer letters and a picture is a picture, such as a scan with a page number. */
const LEAST_LETTERS = 20
/** So is a page with fewer letters and a picture that fills it, such as a scan with a line that the scanner printed. */
const LEAST_LETTERS_BESIDE_SCAN = 100
/** Share of a page that a scan fills. */
const SCAN_SHARE = 0.7
/** A page with fewer letters may have its text in a picture of at least this share: a poster, or a table as a picture. */
const LEAST_LETTERS_BESIDE_PICTURE = 500
const PICTURE_SHARE = 0.4
/** The drawings of maps and plans take long. Pages full of text are then read without them. */
const LONGEST_DRAWING_MS = 30_000
/** Pictures take long to decode, and their text is not read. */
const NO_PICTURES = { mostPixels: 1 }
const NOTHING_DRAWN: Drawing = { fnArray: [], argsArray: [] }

/** Returns a section for each page with text. @throws UnreadableError `encrypted`, `damaged` or `too_long` */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await openPdf(bytes, NO_PICTURES)
  try {
    const { OPS } = await (await import('unpdf')).getResolvedPDFJS()
    const fonts = new Map<string, boolean>()
    const drawing = { milliseconds: 0 }
    const sections: Section[] = []
    const pages: Record<PageKind, number[]> = {
      unreadable: [],
      pictures: [],
      illustrated: [],
      outlined: [],
      damaged: [],
    }
    const [commented, stamped, files]: [number[], number[], string[]] = [[], [], []]
    let length = 0
    for (let number = 1; number <= pdf.numPages; number++) {
      if (pdf.isPureXfa) {
        const text = await formText(pdf, number)
        length += text.length
        if (text.trim()) sections.push({ place: `page ${number}`, text })
        else pages.damaged.push(number)
        continue
      }
      const read = await readPage(pdf, number, fonts, drawing).catch(() => undefined)
      if (!read) {
        pages.damaged.push(number)
        continue
      }
      const { text } = read
      const kind = kindOf(read, OPS)
      if (kind) pages[kind].push(number)
      if (read.unread.hasComments) commented.push(number)
      if (read.unread.hasStamps) stamped.push(number)
      files.push(...read.unread.files)
      length += text.length
      if (length > LONGEST_TEXT) throw new UnreadableError('too_long')
      if (text.trim() && !isGarbled(text)) sections.push({ place: `page ${number}`, text })
    }
    const attached = [...new Set([...(await attachedNames(pdf)), ...files])]
    return { sections, ...pages, commented, stamped, attached }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** Returns the text of a page of a form that the viewer lays out. Its page in the file only asks for another viewer. */
async function formText(pdf: Pdf, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  return items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str.trim()] : [])).join('\n')
}

async function attachedNames(pdf: Pdf): Promise<string[]> {
  const files: unknown = await pdf.getAttachments()
  return Object.values(isObject(files) ? files : {}).flatMap((file) =>
    isObject(file) && typeof file.filename === 'string' ? [file.filename] : [],
  )
}

interface ReadPage {
  readonly text: string
  readonly isUnreadable: boolean
  readonly unread: Unread
  readonly letters: number
  readonly drawn: Drawing
  /** Area of the page, in square points. */
  readonly area: number
}

type PageKind = 'unreadable' | 'pictures' | 'illustrated' | 'outlined' | 'damaged'

/** Returns why the text of a page may not be complete. */
function kindOf({ letters, isUnreadable, drawn, area }: ReadPage, OPS: Operators): PageKind | undefined {
  if (isUnreadable) return 'unreadable'
  if (letters < LEAST_LETTERS) {
    const functions = new Set(Array.from(drawn.fnArray))
    return functions.has(OPS.transform) || functions.has(OPS.constructPath) ? 'pictures' : undefined
  }
  const { largestPicture, shapes, hasRecognizedText } = lookAt(drawn, OPS)
  if (hasRecognizedText) return undefined
  if (letters < LEAST_LETTERS_BESIDE_SCAN && largestPicture >= SCAN_SHARE * area) return 'pictures'
  if (letters < LEAST_LETTERS_BESIDE_PICTURE && largestPicture >= PICTURE_SHARE * area) return 'illustrated'
  return countDrawnLetters(shapes) > 0 ? 'outlined' : undefined
}

/**
 * @param fonts whether the fonts of the pages before are readable, by name; those of this page are added
 * @param drawing how long the drawings of the pages before took; that of this page is added
 */
async function readPage(
  pdf: Pdf,
  number: number,
  fonts: Map<string, boolean>,
  drawing: { milliseconds: Ms },
): Promise<ReadPage> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent()
  const annotations = await page.getAnnotations()
  const notes = noteTexts(annotations)
  const names = Object.keys(content.styles)
  const letters = lettersOf(content) + notes.reduce((sum, { text }) => sum + text.length, 0)
  const isNew = names.some((font) => !fonts.has(font))
  const isLooked = isNew || letters < LEAST_LETTERS_BESIDE_PICTURE || drawing.milliseconds < LONGEST_DRAWING_MS
  const started = performance.now()
  // The library gives the fonts with what is drawn.
  const drawn = isLooked ? await page.getOperatorList() : NOTHING_DRAWN
  drawing.milliseconds += performance.now() - started
  for (const font of names) if (!fonts.has(font)) fonts.set(font, readsFont(fontOf(page, font)))
  const placed = placedTexts(content, (font) => fonts.get(font) === true)
  const text = pageText([...placed, ...notes])
  const { width, height } = page.getViewport({ scale: 1 })
  const area = width * height
  page.cleanup()
  const isUnreadable = placed.length < textsOf(content).length || isGarbled(text)
  return { text, letters, isUnreadable, unread: unreadAnnotations(annotations), drawn, area }
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
    const [a = 1, b = 0, , , x, y]: number[] = transform
    if (x === undefined || y === undefined) return []
    // Columns of vertical writing follow each other from right to left, as the lines of a text that is turned.
    if (content.styles[fontName]?.vertical)
      return [{ text: str, x, y, width: height, height: width || 1, rightToLeft: false, angle: VERTICAL }]
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI)
    return [{ text: withoutGaps(str), x, y, width, height: height || 1, rightToLeft: dir === 'rtl', angle }]
  })
}

const VERTICAL = -90

/** Letters with gaps between them, as in headings of flyers. The gaps of capital letters may be between sizes. */
const SPACED = /^(?:\p{L} ){3,}\p{L}$/u

/** Returns a word whose letters are set apart, without the spaces. */
function withoutGaps(text: string): string {
  const isWord = SPACED.test(text) && (/\p{Ll}.*\p{Ll}/u.test(text) || text.length > 10)
  return isWord ? text.replaceAll(' ', '') : text
}
