import type { Shape } from './drawn-page.ts'

/** Heights of letters, in points. */
const [LEAST_HEIGHT, MOST_HEIGHT] = [4, 90]
/** A row with fewer shapes is a logo or an icon. */
const LEAST_IN_ROW = 5
const LEAST_LETTERS = 12
/** Letters of a word are not further from each other, as a share of their height. */
const LARGEST_GAP = 1.2
/** Letters have curves, and different widths. Lines of dots and tables do not. */
const LEAST_CURVED = 1 / 4
const LEAST_WIDTHS = 4

/**
 * Returns about how many letters are drawn as shapes: those that stand in a row, are about equally high, and have different
 * widths. 0 for fewer than a heading has.
 */
export function countDrawnLetters(shapes: readonly Shape[]): number {
  const letters = shapes.filter(({ bottom, top, left, right }) => {
    const height = top - bottom
    return height >= LEAST_HEIGHT && height <= MOST_HEIGHT && right - left <= 1.6 * height
  })
  const rows = rowsOf(letters.toSorted((a, b) => a.left - b.left))
  const total = rows.filter(isWriting).reduce((sum, row) => sum + row.length, 0)
  return total >= LEAST_LETTERS ? total : 0
}

/** Returns shapes that follow each other on a line. @param shapes from left to right */
function rowsOf(shapes: readonly Shape[]): Shape[][] {
  const rows: Shape[][] = []
  let open: Shape[][] = []
  for (const shape of shapes) {
    open = open.filter((row) => {
      const last = row.at(-1)
      return last !== undefined && shape.left - last.right <= LARGEST_GAP * heightOf(last) * 2
    })
    const row = open.find((each) => {
      const last = each.at(-1)
      return last !== undefined && isOnLine(last, shape)
    })
    const last = row?.at(-1)
    // The hole of a letter.
    if (last && shape.right <= last.right && shape.top <= last.top && shape.bottom >= last.bottom) continue
    if (row) row.push(shape)
    else {
      const created = [shape]
      rows.push(created)
      open.push(created)
    }
  }
  return rows
}

function isOnLine(last: Shape, next: Shape): boolean {
  const [height, other] = [heightOf(last), heightOf(next)]
  const overlap = Math.min(last.top, next.top) - Math.max(last.bottom, next.bottom)
  const isSimilar = Math.max(height, other) <= 2 * Math.min(height, other)
  return (
    isSimilar &&
    overlap >= Math.min(height, other) / 2 &&
    next.left - last.right <= LARGEST_GAP * Math.max(height, other)
  )
}

function heightOf({ top, bottom }: Shape): number {
  return top - bottom
}

function isWriting(row: readonly Shape[]): boolean {
  const curved = row.filter(({ hasCurves }) => hasCurves).length
  const widths = new Set(row.map((shape) => Math.round((10 * (shape.right - shape.left)) / heightOf(shape))))
  return row.length >= LEAST_IN_ROW && curved >= LEAST_CURVED * row.length && widths.size >= LEAST_WIDTHS
}
