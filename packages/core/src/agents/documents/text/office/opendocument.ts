import { posix } from 'node:path'
import { UnreadableError } from '../../document-problems.ts'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections, blocksText } from '../block.ts'
import { type Extracted, numberList, type SourceFile } from '../extracted.ts'
import { type Span, sheetBlocks, spread } from './sheet.ts'
import { LARGEST_STREAMED } from './xlsx.ts'
import { readXml, type XmlAttributes } from './xml.ts'

/** Rows and columns that only have a format are repeated up to a million times. */
const MOST_REPEATED = 1000
const HIDDEN_TEXT = new Set(['text:tracked-changes', 'text:sequence-decls', 'office:forms', 'svg:title'])

/**
 * Returns an OpenDocument text, sheet or presentation: headings, tables, and the headers and footers of its pages.
 * @throws UnreadableError `encrypted`, `inflated` or `damaged`
 */
export async function readOpenDocument({ bytes }: SourceFile): Promise<Extracted> {
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  if (!archive.has('content.xml')) throw new UnreadableError('damaged')
  if (await isEncrypted(archive)) throw new UnreadableError('encrypted')
  const content = await readContent(await archive.read('content.xml'))
  const { blocks, objects, pictures, largePictures } = content
  for (const object of objects) {
    const part = posix.join(object, 'content.xml')
    if (archive.has(part)) blocks.push(...(await readContent(await archive.read(part))).blocks)
  }
  const missing: string[] = []
  if (pictures.length > 0)
    missing.push(
      `These slides are pictures without text: ${numberList(pictures)}. Write their text in the notes of the slides.`,
    )
  else if (largePictures > 0 && blocksText(blocks).length < LEAST_TEXT * largePictures)
    missing.push(
      `The document has ${largePictures} large ${largePictures === 1 ? 'picture' : 'pictures'} without a description. Write what they show as text.`,
    )
  if (content.hasComments) missing.push('Comments on the text are not read. Write them into the text, if they matter.')
  if (content.hasForeignObject)
    missing.push('A file of another program in the document is not read. Upload it as a document of its own.')
  const margins = archive.has('styles.xml') ? await readMargins(await archive.read('styles.xml')) : ''
  return { sections: [...blockSections(blocks), ...(margins ? [{ place: '', text: margins }] : [])], missing }
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  const manifest = 'META-INF/manifest.xml'
  let found = false
  if (archive.has(manifest))
    await readXml(await archive.read(manifest), {
      open: (name) => {
        found ||= name.endsWith('encryption-data')
      },
    })
  return found
}

/** A document with less text for each of its large pictures may have its text in the pictures. */
const LEAST_TEXT = 300
/** A quarter of a page of A4, in square centimetres. */
const LARGE_PICTURE = (21 * 29.7) / 4
const CENTIMETRES: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, px: 2.54 / 96 }

function centimetres(length = ''): number {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,9})?)([a-z]{2})$/.exec(length) ?? []
  return Number(number ?? 0) * (CENTIMETRES[unit] ?? 0)
}

interface OpenTable {
  readonly name: string
  readonly rows: string[][]
  readonly spans: Span[]
  repeatRow: number
  cell: { lines: string[]; attributes: XmlAttributes } | undefined
}

interface Content {
  readonly blocks: Block[]
  /** Folders of charts and other documents within the document. */
  readonly objects: readonly string[]
  /** Slides with a picture and without text. */
  readonly pictures: readonly number[]
  /** Number of pictures that fill much of a page and have no description. */
  readonly largePictures: number
  readonly hasComments: boolean
  /** Whether it has a file that only another program reads. */
  readonly hasForeignObject: boolean
}

/** A frame of a picture or of an object, which has a picture of itself. */
interface OpenFrame {
  readonly area: number
  isPicture: boolean
  isTold: boolean
}

async function readContent(bytes: Uint8Array): Promise<Content> {
  const blocks: Block[] = []
  const objects = new Set<string>()
  const pictures: number[] = []
  let [description, hasPicture, slideStart] = ['', false, 0]
  const tables: OpenTable[] = []
  const frames: OpenFrame[] = []
  const choices: string[] = []
  let [largePictures, hasComments, hasForeignObject] = [0, false, false]
  let [line, level, hidden, isSheet, slides] = ['', 1, 0, false, 0]
  const endParagraph = (add: (text: string) => void) => {
    const text = line.replace(/[^\S\n]+/g, ' ').trim()
    line = ''
    if (text) add(text)
  }
  await readXml(bytes, {
    open: (name, attributes) => {
      if (isHiddenText(name, isSheet)) hidden += 1
      hasComments ||= name === 'office:annotation' && !isSheet
      const choice = choicesOf(name, attributes)
      if (choice) choices.push(choice)
      if (hidden > 0) return
      const frame = frames.at(-1)
      if (name === 'draw:frame')
        frames.push({
          area: centimetres(attributes['svg:width']) * centimetres(attributes['svg:height']),
          isPicture: false,
          isTold: false,
        })
      else if (name === 'draw:image' && frame) frame.isPicture = true
      else if (frame && (name === 'draw:object' || name === 'draw:object-ole')) frame.isTold = true
      hasForeignObject ||= name === 'draw:object-ole'
      const table = tables.at(-1)
      if (name === 'draw:image') hasPicture = true
      else if (name === 'draw:object') objects.add(attributes['xlink:href'] ?? '')
      if (name === 'office:spreadsheet') isSheet = true
      else if (name === 'draw:page') {
        slides += 1
        ;[hasPicture, slideStart] = [false, blocks.length]
        blocks.push({ kind: 'heading', level: 1, text: `Slide ${slides}` })
      } else if (name === 'table:table')
        tables.push({ name: attributes['table:name'] ?? '', rows: [], spans: [], repeatRow: 1, cell: undefined })
      else if (name === 'table:table-row' && table) {
        table.rows.push([])
        table.repeatRow = Number(attributes['table:number-rows-repeated'] ?? 1)
      } else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && table)
        table.cell = { lines: [], attributes }
      else if (name === 'text:h') level = Math.min(Math.max(Number(attributes['text:outline-level'] ?? 1) || 1, 1), 6)
      else if (name === 'text:s') line += ' '
      else if (name === 'text:tab') line += ' '
      else if (name === 'text:ruby-text') line += ' ('
      else if (name === 'text:line-break') line += '\n'
      // A note begins within a paragraph, and has paragraphs of its own.
      else if (name === 'text:note-body') line += ' ('
      else if (name === 'draw:text-box' && line.trim()) line += ' '
    },
    text: (text, path) => {
      if (hidden > 0) return
      if (path.at(-1) === 'svg:desc') description += text
      else if (path.some((each) => each === 'text:p' || each === 'text:h')) line += text
    },
    close: (name, path) => {
      if (isHiddenText(name, isSheet)) {
        hidden -= 1
        return
      }
      if (hidden > 0) return
      const table = tables.at(-1)
      if (name === 'draw:frame') {
        const frame = frames.pop()
        if (frame?.isPicture && !frame.isTold && frame.area >= LARGE_PICTURE) largePictures += 1
      } else if (name === 'text:ruby-text') line += ')'
      if (name === 'svg:desc') {
        const text = description.trim()
        const frame = frames.at(-1)
        if (frame && text) frame.isTold = true
        description = ''
        if (path.some((each) => each === 'text:p' || each === 'text:h')) line += ` ${text} `
        else if (text) blocks.push({ kind: 'text', text })
      } else if (name === 'draw:page' && blocks.length === slideStart + 1) {
        blocks.pop()
        if (hasPicture) pictures.push(slides)
      } else if (name === 'text:note-body') line = `${line.trimEnd()})`
      else if ((name === 'text:p' || name === 'text:h') && !path.includes('text:note-body')) {
        if (table?.cell) endParagraph((text) => table.cell?.lines.push(text))
        else if (name === 'text:h') endParagraph((text) => blocks.push({ kind: 'heading', level, text }))
        else endParagraph((text) => blocks.push({ kind: 'text', text }))
      } else if (name === 'text:p') line += ' '
      else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && table) endCell(table)
      else if (name === 'table:table-row' && table) endRow(table)
      else if (name === 'table:table') {
        tables.pop()
        if (!table) return
        spread(table.rows, table.spans)
        const outer = tables.at(-1)?.cell
        if (outer) outer.lines.push(...table.rows.map((row) => row.filter(Boolean).join(', ')))
        else if (isSheet) blocks.push(...sheetBlocks(table.name, table.rows))
        else blocks.push({ kind: 'table', rows: table.rows })
      }
    },
  })
  if (choices.length > 0) blocks.push({ kind: 'text', text: [...new Set(choices)].join('\n') })
  return { blocks, objects: [...objects].filter(Boolean), pictures, largePictures, hasComments, hasForeignObject }
}

const FIELDS = new Set(
  'text textarea formatted-text listbox combobox option item checkbox radio fixed-text button number date time'
    .split(' ')
    .map((name) => `form:${name}`),
)

/** Returns what may be chosen in cells, or what a field of a form says; `''` for another element. */
function choicesOf(name: string, attributes: XmlAttributes): string {
  if (name === 'table:content-validation') {
    const condition = (attributes['table:condition'] ?? '').slice(0, 10_000)
    if (!condition.includes('cell-content-is-in-list(')) return ''
    const values = [...condition.matchAll(/"((?:[^"]|""){1,300})"/g)]
    return values.map(([, value = '']) => value.replaceAll('""', '"')).join(', ')
  }
  if (!FIELDS.has(name)) return ''
  const value = attributes['form:current-value'] ?? attributes['form:value']
  return [attributes['form:label'], name === 'form:option' ? undefined : value].filter(Boolean).join(': ')
}

/** Returns whether an element has no text of the document. The notes of cells are read, as those of other sheets are. */
function isHiddenText(name: string, isSheet: boolean): boolean {
  return HIDDEN_TEXT.has(name) || (name === 'office:annotation' && !isSheet)
}

/** Returns the value of a cell without a text, as programs write it that do not lay out their tables. */
function cellValue(attributes: XmlAttributes): string {
  const value = attributes['office:value'] ?? ''
  return (
    attributes['office:string-value'] ??
    attributes['office:date-value']?.replace('T00:00:00', '') ??
    attributes['office:time-value'] ??
    attributes['office:boolean-value'] ??
    [value, attributes['office:currency']].filter(Boolean).join(' ')
  )
}

function endCell(table: OpenTable): void {
  const { lines, attributes } = table.cell ?? { lines: [], attributes: {} }
  table.cell = undefined
  const row = table.rows.at(-1)
  if (!row) return
  const text = (lines.join(' / ') || cellValue(attributes)).replace(/\n+/g, ' / ')
  const [columns, height] = [attributes['table:number-columns-spanned'], attributes['table:number-rows-spanned']]
  if (Number(height ?? 1) > 1)
    table.spans.push({
      row: table.rows.length - 1,
      column: row.length,
      rows: Number(height),
      columns: Number(columns ?? 1),
    })
  const repeated = Math.min(Number(attributes['table:number-columns-repeated'] ?? 1), MOST_REPEATED)
  for (let count = 0; count < repeated; count += 1) row.push(text)
}

function endRow(table: OpenTable): void {
  const row = table.rows.at(-1) ?? []
  const end = row.findLastIndex(Boolean)
  row.length = end + 1
  // An empty row that is repeated sets tables apart.
  const repeated = Math.min(table.repeatRow, row.length === 0 ? 2 : MOST_REPEATED)
  for (let count = 1; count < repeated; count += 1) table.rows.push([...row])
}

async function readMargins(bytes: Uint8Array): Promise<string> {
  const blocks = new Set<string>()
  let line = ''
  const isMargin = (path: readonly string[]) => path.some((name) => /^style:(header|footer)/.test(name))
  await readXml(bytes, {
    text: (text, path) => {
      if (isMargin(path) && path.includes('text:p')) line += text
    },
    close: (name) => {
      if (name !== 'text:p') return
      if (line.trim()) blocks.add(line.trim())
      line = ''
    },
  })
  return blocksText([...blocks].map((text) => ({ kind: 'text', text })))
}
