import type { DomNode, FormatCallback } from 'html-to-text'

/** Largest `colspan` and `rowspan` that are followed. */
const LARGEST_SPAN = 50
/** The cells of a document that spans may add. A table is laid out as a grid, so a few spans could exhaust the memory. */
const MOST_SPANNED_CELLS = 20_000

type Builder = Parameters<FormatCallback>[2]

const spanned = new WeakMap<Builder, number>()

/** A table with a longer row is read as words, because its layout takes time in proportion to the square of the columns. */
const MOST_COLUMNS = 200

/** Formats a table as `dataTable` does, with bounded `colspan` and `rowspan`. A span above a bound is ignored. */
export const boundedTable: FormatCallback = (element, walk, builder, formatOptions) => {
  const cells: DomNode[] = []
  const nodes: DomNode[] = [...element.children]
  let columns = 0
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.name === 'td' || node.name === 'th') cells.push(node)
    else {
      const { children = [] } = node
      if (node.name === 'tr') columns = Math.max(columns, children.filter(isElement).length)
      for (const child of children) nodes.push(child)
    }
  }
  if (columns > MOST_COLUMNS) return formatWords(cells.toReversed(), walk, builder)
  for (const cell of cells) boundSpans(cell, builder)
  builder.options.formatters?.dataTable?.(element, walk, builder, formatOptions)
}

function formatWords(cells: readonly DomNode[], walk: Parameters<FormatCallback>[1], builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 2 })
  for (const { children } of cells) {
    walk(children, builder)
    builder.addInline(' ')
  }
  builder.closeBlock({ trailingLineBreaks: 2 })
}

function isElement({ type }: DomNode): boolean {
  return type === 'tag'
}

function boundSpans(cell: DomNode, builder: Builder): void {
  const { colspan, rowspan } = cell.attribs ?? {}
  if (colspan === undefined && rowspan === undefined) return
  const [columns, rows] = [spanOf(colspan), spanOf(rowspan)]
  const total = (spanned.get(builder) ?? 0) + columns * rows - 1
  const fits = total <= MOST_SPANNED_CELLS
  if (fits) spanned.set(builder, total)
  cell.attribs = { ...cell.attribs, colspan: String(fits ? columns : 1), rowspan: String(fits ? rows : 1) }
}

/** Returns a span, or 1 for one that is not a number from 1 to `LARGEST_SPAN`. */
function spanOf(text = ''): number {
  const span = Number(text)
  return Number.isInteger(span) && span >= 1 && span <= LARGEST_SPAN ? span : 1
}
