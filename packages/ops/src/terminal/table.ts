import stringWidth from 'string-width'
import type { Paint, Style } from './paint.ts'
import { cutTo, inline, padTo } from './text.ts'

export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => string | number | undefined
  /** Never cut, and never left out: an id that is cut is of no use. */
  readonly whole?: boolean
  /** Numbers stand at the right. */
  readonly right?: boolean
  readonly style?: (row: Row) => Style | undefined
}

const GAP = 2
/** A column is not cut below this. */
const NARROWEST = 8

/**
 * An aligned table, a line for each row. Within `width` columns of a terminal the widest columns are cut, and when that is not
 * enough the last ones are left out, which a last line says; what must be whole stays whole.
 */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const texts = rows.map((row) => columns.map(({ of }) => inline(String(of(row) ?? '–'))))
  const sizes = fitWidths(
    columns.map(({ title, whole = false }, index) => ({
      size: Math.max(stringWidth(title), ...texts.map((cells) => stringWidth(cells[index] ?? ''))),
      whole,
    })),
    width,
  )
  const shown = columns.flatMap((column, index) => {
    const size = sizes[index] ?? 0
    return size > 0 ? [{ column, index, size }] : []
  })
  const leftOut = columns.filter((_, index) => sizes[index] === 0).map(({ title }) => title)
  const line = (cellOf: (shown: { column: Column<Row>; index: number; size: number }) => string) =>
    shown.map(cellOf).join(' '.repeat(GAP)).trimEnd()
  return [
    line(({ column, size }) => paint('bold', aligned(column.title, size, column.right))),
    ...rows.map((row, at) =>
      line(({ column, index, size }) => {
        const cell = aligned(texts[at]?.[index] ?? '', size, column.right)
        const style = column.style?.(row)
        return style ? paint(style, cell) : cell
      }),
    ),
    ...(leftOut.length > 0 ? [paint('dim', cutTo(`Too narrow for ${leftOut.join(', ')}: see --json`, width))] : []),
  ]
}

function aligned(text: string, size: number, right = false): string {
  const cut = cutTo(text, size)
  return right ? ' '.repeat(size - stringWidth(cut)) + cut : padTo(cut, size)
}

interface Fitted {
  readonly size: number
  readonly whole: boolean
}

/** Widths that fit into `width` columns with gaps between them; 0 for a column that is left out. */
export function fitWidths(columns: readonly Fitted[], width: number): number[] {
  const cut = cutWidths(columns, width)
  if (spanOf(cut) <= width) return cut
  const last = columns.findLastIndex(({ size, whole }) => !whole && size > 0)
  if (last < 0) return cut
  return fitWidths(
    columns.map((column, index) => (index === last ? { ...column, size: 0 } : column)),
    width,
  )
}

/** Makes the widest ever narrower until all fit, or none can be cut any more. */
function cutWidths(columns: readonly Fitted[], width: number): number[] {
  const sizes = columns.map(({ size }) => size)
  while (spanOf(sizes) > width) {
    const [widest] = sizes
      .flatMap((size, index) => (columns[index]?.whole || size <= NARROWEST ? [] : [{ size, index }]))
      .toSorted((a, b) => b.size - a.size)
    if (!widest) break
    sizes[widest.index] = widest.size - 1
  }
  return sizes
}

function spanOf(sizes: readonly number[]): number {
  const shown = sizes.filter((size) => size > 0)
  return shown.reduce((sum, size) => sum + size, 0) + GAP * Math.max(0, shown.length - 1)
}
