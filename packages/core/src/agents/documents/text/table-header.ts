type Row = readonly string[]

export interface TableParts {
  /** Rows above the names of the columns, such as a title and a date. */
  readonly title: readonly Row[]
  /** The rows that name the columns; none if the first row has data. */
  readonly header: readonly Row[]
  readonly body: readonly Row[]
}

/** Number of rows from which the columns are judged. */
const JUDGED_ROWS = 50
/** A row that fills less of the columns is a title, not the names of the columns. */
const FILLED = 0.6
const MOST_HEADER_ROWS = 3

/**
 * Finds the rows that name the columns of a table. Tables of people begin with titles and notes, have names in two rows
 * below merged cells, or have no names at all.
 * @param marked number of rows at the start that the file marks as names
 */
export function tableHeader(rows: readonly Row[], marked = 0): TableParts {
  const full = rows.filter((row) => filled(row) > 0)
  if (marked > 0) return split(full, 0, Math.min(marked, full.length))
  const width = usualWidth(full.slice(0, JUDGED_ROWS))
  const first = full.findIndex(
    (row, index) => filled(row) >= Math.max(1, Math.ceil(width * FILLED)) && !isNote(row, full[index + 1], width),
  )
  if (width < 2 || first === -1) return split(full, 0, 0)
  let count = 1
  // A cell over several columns leaves blanks, which the next row names.
  while (count < MOST_HEADER_ROWS && hasGap(full[first + count - 1], width) && !hasNumber(full[first + count]))
    count += 1
  const body = full.slice(first + count, first + count + JUDGED_ROWS)
  const names = full.slice(first, first + count)
  return names.some((row) => isData(row, body)) ? split(full, first, 0) : split(full, first, count)
}

function split(rows: readonly Row[], first: number, count: number): TableParts {
  return { title: rows.slice(0, first), header: rows.slice(first, first + count), body: rows.slice(first + count) }
}

function filled(row: Row = []): number {
  return row.filter((cell) => cell.trim()).length
}

/** Returns the number of cells of the row in the upper quarter. */
function usualWidth(rows: readonly Row[]): number {
  const widths = rows.map((row) => filled(row)).toSorted((a, b) => a - b)
  return widths[Math.floor(widths.length * 0.75)] ?? 0
}

function hasGap(row: Row = [], width: number): boolean {
  const until = Math.max(width, row.length)
  return Array.from({ length: until }, (_, column) => row[column]?.trim() ?? '').includes('')
}

/** Returns whether a row with a blank is above the row that names all columns. A name over two rows is in both. */
function isNote(row: Row, next: Row | undefined, width: number): boolean {
  return (
    hasGap(row, width) &&
    next !== undefined &&
    !hasGap(next, width) &&
    !hasNumber(next) &&
    !row.some((cell) => cell && next.includes(cell))
  )
}

function hasNumber(row: Row | undefined): boolean {
  return !row || filled(row) < 2 || row.some(isNumber)
}

/** Returns whether a row has numbers where the rows below have them. A year is a name, too. */
function isData(row: Row, below: readonly Row[]): boolean {
  return row.some((cell, column) => {
    if (!isNumber(cell) || YEAR.test(cell.trim())) return false
    const cells = below.map((each) => each[column]?.trim() ?? '').filter(Boolean)
    return cells.filter(isNumber).length * 2 >= cells.length
  })
}

const YEAR = /^(19|20)\d\d$/
/** Digits with separators, and at most a short unit or currency on each side. */
const NUMBER = /^\D{0,4}\d[\d\s.,:'’/-]{0,30}\D{0,5}$/

function isNumber(cell: string): boolean {
  return NUMBER.test(cell.trim())
}
