import stringWidth from 'string-width'
import { cutTo, inline, type Paint, padTo, type Style } from './text.ts'

export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => string | number | undefined
  /** Whether the column is never truncated or omitted, such as ids. */
  readonly whole?: boolean
  /** Whether to align to the right, for numbers. */
  readonly right?: boolean
  readonly style?: (row: Row) => Style | undefined
}

const GAP = 2
/** Minimum width of a truncated column. */
const NARROWEST = 8

/**
 * Returns the lines of an aligned table, at most `width` columns wide. Truncates the widest columns first, then omits the last ones
 * and lists them in a last line. `whole` columns are always complete.
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
  const omitted = columns.filter((_, index) => sizes[index] === 0).map(({ title }) => title)
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
    ...(omitted.length > 0 ? [paint('dim', cutTo(`Too narrow for ${omitted.join(', ')}: see --json`, width))] : []),
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

/** Returns column widths that fit into `width` with gaps, 0 for an omitted column. */
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

/** Narrows the widest columns until all fit, or until none can be narrower. */
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
