import { UnreadableError } from '../../document-problems.ts'
import type { Archive } from '../archive.ts'
import { inOneLine } from '../csv.ts'
import { type FormatNumber, formatNumber, loadNumberFormats, type NumberFormat } from './number-format.ts'
import { mainPart, relationshipsOf } from './relationships.ts'
import type { Span } from './sheet.ts'
import { localName, readXml, type XmlAttributes } from './xml.ts'

/** Excel's limits of a sheet. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384]

/** Returns the values of the cells that a formula names, or undefined if it names none. */
export type FindCells = (formula: string) => Promise<string[] | undefined>

/** A sheet of a workbook. */
export interface BookSheet {
  readonly name: string
  readonly isVisible: boolean
  readonly isChart: boolean
  /** The part of the archive. */
  readonly part: string
}

export interface Workbook {
  readonly sheets: readonly BookSheet[]
  read(sheet: BookSheet): Promise<Sheet>
  /** Returns the values of cells such as `'Price list'!$A$2:$A$9`, also of hidden ones. */
  readonly findCells: FindCells
}

/** Opens a workbook. @throws UnreadableError `inflated` or `damaged` */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const main = await mainPart(archive)
  if (main === undefined) throw new UnreadableError('damaged')
  const related = await relationshipsOf(archive, main)
  const partOf = (type: string) => related.find((each) => each.type === type)?.target
  const { sheets: named, names, is1904 } = await readBook(archive, main)
  const book = {
    strings: await readStrings(archive, partOf('sharedStrings')),
    formats: await readFormats(archive, partOf('styles')),
    format: await loadNumberFormats(),
    is1904,
  }
  const sheets = named.flatMap(({ name, id, isVisible }) => {
    const part = related.find((each) => each.id === id && SHEETS.has(each.type))
    if (part === undefined || !archive.has(part.target)) return []
    return [{ name, isVisible, isChart: part.type === 'chartsheet', part: part.target }]
  })
  const whole = new Map<string, readonly (readonly string[])[]>()
  const rowsOf = async (name: string) => {
    const sheet = sheets.find((each) => each.name.toLowerCase() === name.toLowerCase() && !each.isChart)
    if (!sheet) return undefined
    const known = whole.get(sheet.part)
    if (known) return known
    const { rows } = await readSheet(await archive.read(sheet.part), book, true)
    whole.set(sheet.part, rows)
    return rows
  }
  return {
    sheets,
    read: async (sheet) => await readSheet(await archive.read(sheet.part), book, false),
    findCells: async (formula) => {
      const range = rangeOf(names.get(formula.toLowerCase()) ?? formula)
      const rows = range && (await rowsOf(range.sheet))
      if (!range || !rows) return undefined
      const found = rows.slice(range.row, range.row + range.rows)
      return found.flatMap((row) => row.slice(range.column, range.column + range.columns)).filter(Boolean)
    },
  }
}

/** Kinds of sheets with a content. A chart can be a sheet. */
const SHEETS = new Set(['worksheet', 'chartsheet'])
const RANGE = /^=?(?:'((?:[^']|''){1,99})'|([^'![\]]{1,99}))!(\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?)$/i
/** A name over whole columns has the cells that are filled. */
const COLUMNS = /^=?(?:'((?:[^']|''){1,99})'|([^'![\]]{1,99}))!\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/i

function rangeOf(formula: string): (Span & { readonly sheet: string }) | undefined {
  const columns = COLUMNS.exec(formula.trim())
  const [, quoted, plain, cells = ''] = columns ?? RANGE.exec(formula.trim()) ?? []
  const sheet = quoted?.replaceAll("''", "'") ?? plain
  if (sheet === undefined) return undefined
  const spans: Span[] = []
  const to = columns?.[4]
  addSpan(
    spans,
    to === undefined ? cells.replaceAll('$', '').toUpperCase() : `${cells}1:${to}${MOST_ROWS}`.toUpperCase(),
  )
  const [span] = spans
  return span && { ...span, sheet }
}

const MARGINS = /^(?:odd|even|first)(?:Header|Footer)$/
/** Codes of fonts, sizes, pages and dates within what is printed around a sheet. */
const MARGIN_CODES = /&(?:"[^"]{0,99}"|K[\da-fA-F+-]{6}|\d{1,3}|[LCR]|[A-Z])/g

/** Returns the texts of a header or a footer. */
function marginTexts(margin: string): string[] {
  const parts = margin
    .replaceAll('&&', '\0')
    .replace(/&[LCR]/g, '\n')
    .replace(MARGIN_CODES, ' ')
    .replaceAll('\0', '&')
  return parts
    .split('\n')
    .map((part) => inOneLine(part).replace(/\s+/g, ' '))
    .filter((part) => /\p{L}{3}/u.test(part))
}

interface NamedSheets {
  readonly sheets: readonly NamedSheet[]
  /** What names of the workbook stand for, such as `Lists!$A$1:$A$9`. */
  readonly names: ReadonlyMap<string, string>
  readonly is1904: boolean
}

interface NamedSheet {
  readonly name: string
  readonly id: string
  readonly isVisible: boolean
}

async function readBook(archive: Archive, part: string): Promise<NamedSheets> {
  const sheets: NamedSheet[] = []
  const names = new Map<string, string>()
  let [defined, is1904] = ['', false]
  await readXml(await archive.read(part), {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'workbookPr') is1904 = isOn(attributes.date1904)
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          id: relationshipId(attributes),
          isVisible: (attributes.state ?? 'visible') === 'visible',
        })
      if (name === 'definedName') defined = (attributes.name ?? '').toLowerCase()
    },
    text: (text, path) => {
      if (localName(path.at(-1) ?? '') === 'definedName') names.set(defined, (names.get(defined) ?? '') + text)
    },
  })
  return { sheets, names, is1904 }
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

export interface Sheet {
  readonly rows: string[][]
  readonly spans: Span[]
  /** Number of formulas without a result. */
  unknown: number
  /** What may be written into cells. */
  readonly validations: Validation[]
  /** What is printed above and below it. */
  readonly margins: string[]
}

export interface Validation {
  /** The cells, such as `B2:B9`. */
  cells: string
  /** The choices, as a formula; undefined if the cells have none. */
  readonly formula: string | undefined
  /** What the sheet tells whoever selects a cell. */
  readonly prompt: string
}

/** @param isWhole whether hidden columns are read, too */
async function readSheet(bytes: Uint8Array, book: Book, isWhole: boolean): Promise<Sheet> {
  const sheet: Sheet = { rows: [], spans: [], unknown: 0, validations: [], margins: [] }
  let [formula, validated, margin] = ['', '', '']
  let validation: XmlAttributes = {}
  const hidden = new Set<number>()
  let [row, column] = [-1, -1]
  let [type, style, value, inline, hasFormula, hasValue] = ['n', 0, '', '', false, false]
  await readXml(bytes, {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'col' && isOn(attributes.hidden) && !isWhole) addColumns(hidden, attributes)
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
      else if (name === 'dataValidation') [validation, formula, validated] = [attributes, '', attributes.sqref ?? '']
    },
    text: (text, path) => {
      const name = localName(path.at(-1) ?? '')
      if (name === 'v') value += text
      else if (name === 't') inline += text
      else if (name === 'sqref') validated += text
      else if (MARGINS.test(name)) margin += text
      else if (path.some((each) => localName(each) === 'formula1')) formula += text
    },
    close: (element) => {
      const name = localName(element)
      if (name === 'dataValidation') {
        const { type: kind, promptTitle, prompt } = validation
        const shown = [promptTitle, prompt].filter(Boolean).join(': ')
        if (kind === 'list' || shown)
          sheet.validations.push({
            cells: validated,
            formula: kind === 'list' ? formula.trim() : undefined,
            prompt: cellText(shown),
          })
      } else if (MARGINS.test(name)) {
        sheet.margins.push(...marginTexts(margin))
        margin = ''
      }
      if (name !== 'c' || !isPlace(row, column)) return
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
