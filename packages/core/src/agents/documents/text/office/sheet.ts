import type { Block } from '../block.ts'
import { tableHeader } from '../table-header.ts'

type Row = readonly string[]

/** A larger span is a format of whole columns, not of cells. */
const LARGEST_SPAN = 200

export interface Span {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Repeats a cell over several rows in each of them, because a passage may have one of them only. */
export function spread(rows: readonly string[][], spans: readonly Span[]): void {
  for (const { row, column, rows: height } of spans) {
    const text = rows[row]?.[column]
    if (!text || height > LARGEST_SPAN) continue
    for (let below = 1; below < height; below += 1) {
      const cells = rows[row + below]
      if (!cells) continue
      while (cells.length <= column) cells.push('')
      cells[column] ||= text
    }
  }
}

/** Returns a sheet as blocks: its name, and its tables. */
export function sheetBlocks(name: string, rows: readonly Row[]): Block[] {
  const tables = tablesOf(rows)
  return tables.length === 0
    ? []
    : [{ kind: 'heading', level: 1, text: name }, ...tables.map((table) => ({ kind: 'table' as const, rows: table }))]
}

/** Splits a sheet where an empty row is above the names of other columns. Other empty rows only set groups apart. */
export function tablesOf(rows: readonly Row[]): Row[][] {
  const tables: Row[][] = []
  let current: Row[] = []
  let isAfterGap = false
  rows.forEach((row, index) => {
    if (row.every((cell) => !cell.trim())) {
      isAfterGap = true
      return
    }
    if (isAfterGap && current.length > 1 && beginsTable(rows.slice(index, index + 12))) {
      tables.push(current)
      current = []
    }
    isAfterGap = false
    current.push(row)
  })
  if (current.length > 0) tables.push(current)
  return tables
}

/** Returns whether rows begin with names above numbers. Names above other words may be data. */
function beginsTable(rows: readonly Row[]): boolean {
  const end = rows.findIndex((row) => row.every((cell) => !cell.trim()))
  const { header, body } = tableHeader(end === -1 ? rows : rows.slice(0, end))
  return header.length > 0 && body.some((row) => row.some((cell) => /^\D{0,3}\d/.test(cell.trim())))
}
