import { UnreadableError } from '../../document-entity.ts'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections } from '../block.ts'
import { inOneLine } from '../csv.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { anyChartBlocks } from './any-chart.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { type FormatNumber, formatNumber, loadNumberFormats, type NumberFormat } from './number-format.ts'
import { mainPart, relationshipsOf } from './relationships.ts'
import { type Span, sheetBlocks, spread } from './sheet.ts'
import { localName, readXml, type XmlAttributes } from './xml.ts'

/** Maximum size of all unpacked parts. They are read without a tree. */
export const LARGEST_STREAMED = 64 * 1024 * 1024
/** Excel's own limits. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384]
/** Maximum number of cells that are kept. */
const MOST_CELLS = 2_000_000

/**
 * Returns the visible sheets of a workbook with the values as they are shown: results of formulas, dates, and merged
 * cells in each of their rows.
 * @throws UnreadableError `encrypted`, `inflated` or `damaged`
 */
export async function readXlsx({ bytes }: SourceFile): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  const main = await mainPart(archive)
  if (main === undefined) throw new UnreadableError('damaged')
  const related = await relationshipsOf(archive, main)
  const partOf = (type: string) => related.find((each) => each.type === type)?.target
  const book = await readWorkbook(archive, main)
  const strings = await readStrings(archive, partOf('sharedStrings'))
  const formats = await readFormats(archive, partOf('styles'))
  const format = await loadNumberFormats()
  const blocks: Block[] = []
  const missing: string[] = []
  let cells = 0
  for (const { name, id } of book.sheets) {
    const part = related.find((each) => each.id === id && SHEETS.has(each.type))
    const target = part?.target
    if (target === undefined || !archive.has(target)) continue
    if (part?.type === 'chartsheet') {
      const { blocks: charts } = await readDrawings(archive, target)
      if (charts.length > 0) blocks.push({ kind: 'heading', level: 1, text: name }, ...charts)
      else missing.push(`The sheet ${JSON.stringify(name)} is a chart without stored values. Write them into cells.`)
      continue
    }
    const sheet = await readSheet(await archive.read(target), { strings, formats, is1904: book.is1904, format })
    cells += sheet.rows.reduce((sum, row) => sum + row.length, 0)
    if (cells > MOST_CELLS) throw new UnreadableError('too_long')
    spread(sheet.rows, sheet.spans)
    const drawn = await readDrawings(archive, target)
    blocks.push(...sheetBlocks(name, sheet.rows), ...drawn.blocks)
    if (sheet.rows.length === 0 && drawn.blocks.length === 0 && drawn.hasPicture)
      missing.push(`The sheet ${JSON.stringify(name)} is a picture without text. Write what it shows into cells.`)
    if (sheet.unknown > 0)
      missing.push(
        `The sheet ${JSON.stringify(name)} has formulas without a stored result: ${sheet.unknown}. Open the file in a spreadsheet program and save it.`,
      )
  }
  return { sections: blockSections(blocks), missing }
}

/** Kinds of sheets with a content. A chart can be a sheet. */
const SHEETS = new Set(['worksheet', 'chartsheet'])

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly id: string }[]
  readonly is1904: boolean
}

async function readWorkbook(archive: Archive, part: string): Promise<Workbook> {
  const sheets: { name: string; id: string }[] = []
  let is1904 = false
  await readXml(await archive.read(part), {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'workbookPr') is1904 = isOn(attributes.date1904)
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', id: relationshipId(attributes) })
    },
  })
  return { sheets, is1904 }
}

function relationshipId(attributes: XmlAttributes): string {
  const [, id = ''] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? []
  return id
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

async function readStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined || !archive.has(part)) return strings
  let current = ''
  let isPhonetic = false
  await readXml(await archive.read(part), {
    open: (element) => {
      if (localName(element) === 'si') current = ''
      if (localName(element) === 'rPh') isPhonetic = true
    },
    text: (text, path) => {
      if (!isPhonetic && localName(path.at(-1) ?? '') === 't') current += text
    },
    close: (element) => {
      if (localName(element) === 'rPh') isPhonetic = false
      if (localName(element) === 'si') strings.push(cellText(current))
    },
  })
  return strings
}

function cellText(text: string): string {
  return inOneLine(
    text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}

/** Returns the number format of each cell style. */
async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<string, string>()
  const ids: string[] = []
  if (part === undefined || !archive.has(part)) return []
  await readXml(await archive.read(part), {
    open: (element, { numFmtId = '0', formatCode }, path) => {
      const name = localName(element)
      if (name === 'numFmt' && formatCode !== undefined) codes.set(numFmtId, formatCode)
      if (name === 'xf' && localName(path.at(-2) ?? '') === 'cellXfs') ids.push(numFmtId)
    },
  })
  return ids.map((id) => ({ id: Number(id), code: codes.get(id) }))
}

interface Book {
  readonly strings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
  readonly format: FormatNumber
}

interface Sheet {
  readonly rows: string[][]
  readonly spans: Span[]
  /** Number of formulas without a result. */
  unknown: number
}

async function readSheet(bytes: Uint8Array, book: Book): Promise<Sheet> {
  const sheet: Sheet = { rows: [], spans: [], unknown: 0 }
  const hidden = new Set<number>()
  let [row, column] = [-1, -1]
  let [type, style, value, inline, hasFormula, hasValue] = ['n', 0, '', '', false, false]
  await readXml(bytes, {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'col' && isOn(attributes.hidden)) addColumns(hidden, attributes)
      else if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        ;[type, style, value, inline] = [attributes.t ?? 'n', Number(attributes.s ?? 0), '', '']
        ;[hasFormula, hasValue] = [false, false]
      } else if (name === 'f') hasFormula = true
      else if (name === 'v') hasValue = true
      else if (name === 'mergeCell') addSpan(sheet.spans, attributes.ref)
    },
    text: (text, path) => {
      const name = localName(path.at(-1) ?? '')
      if (name === 'v') value += text
      else if (name === 't') inline += text
    },
    close: (element) => {
      if (localName(element) !== 'c' || !isPlace(row, column)) return
      // The result of a formula may be an empty text.
      if (hasFormula && value === '' && !(hasValue && type === 'str')) sheet.unknown += 1
      const text = valueText({ type, value, inline }, book, style)
      if (text === '' || hidden.has(column)) return
      while (sheet.rows.length <= row) sheet.rows.push([])
      const cells = sheet.rows[row]
      while (cells && cells.length < column) cells.push('')
      if (cells) cells[column] = text
    },
  })
  return sheet
}

function isPlace(row: number, column: number): boolean {
  return row >= 0 && row < MOST_ROWS && column >= 0 && column < MOST_COLUMNS
}

function addColumns(hidden: Set<number>, { min, max }: XmlAttributes): void {
  for (let column = Number(min); column <= Math.min(Number(max), MOST_COLUMNS); column += 1) hidden.add(column - 1)
}

/** Returns the position of a column such as `AB` of `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Returns the position of a row such as `12` of `AB12`, from 0, or NaN. */
function rowOf(reference: string): number {
  return Number(/^[A-Z]{0,3}(\d{1,7})$/.exec(reference)?.[1]) - 1
}

function addSpan(spans: Span[], reference = ''): void {
  const [from = '', to = from] = reference.split(':')
  const [row, column] = [rowOf(from), columnOf(from)]
  const [lastRow, lastColumn] = [rowOf(to), columnOf(to)]
  if (column === undefined || lastColumn === undefined || !(lastRow >= row)) return
  spans.push({ row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 })
}

function valueText(
  { type, value, inline }: { readonly type: string; readonly value: string; readonly inline: string },
  { strings, formats, is1904, format }: Book,
  style: number,
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'inlineStr') return cellText(inline)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace('T00:00:00', '').slice(0, 16).replace('T', ' ')
  if (type === 'str' || type === 'e') return cellText(value)
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  return formatNumber(number, formats[style] ?? { id: 0, code: undefined }, { is1904, format })
}

/** Returns the texts of shapes and notes on a sheet, and its charts. */
async function readDrawings(
  archive: Archive,
  sheet: string,
): Promise<{ readonly blocks: Block[]; readonly hasPicture: boolean }> {
  const texts: string[] = []
  const charts: Block[] = []
  let hasPicture = false
  for (const { type, target } of await relationshipsOf(archive, sheet)) {
    if ((type !== 'drawing' && type !== 'comments') || !archive.has(target)) continue
    let line = ''
    await readXml(await archive.read(target), {
      open: (element, attributes) => {
        const name = localName(element)
        if (name === 'blip') hasPicture = true
        if (name === 'cNvPr' && attributes.descr?.trim()) texts.push(attributes.descr.trim())
      },
      text: (text, path) => {
        if (localName(path.at(-1) ?? '') === 't') line += text
      },
      close: (element) => {
        const name = localName(element)
        if (name !== 'p' && name !== 'comment') return
        if (line.trim()) texts.push(line.trim())
        line = ''
      },
    })
    for (const part of await relationshipsOf(archive, target)) charts.push(...(await anyChartBlocks(archive, part)))
  }
  return {
    blocks: [...(texts.length > 0 ? [{ kind: 'text' as const, text: texts.join('\n') }] : []), ...charts],
    hasPicture,
  }
}
