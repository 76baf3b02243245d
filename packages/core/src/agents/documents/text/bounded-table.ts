import type { DomNode, FormatCallback } from 'html-to-text'

/** Largest `colspan` and `rowspan` that are followed. */
const LARGEST_SPAN = 50
/** The cells of a document that spans may add. A table is laid out as a grid, so a few spans could exhaust the memory. */
const MOST_SPANNED_CELLS = 20_000

type Builder = Parameters<FormatCallback>[2]

const spanned = new WeakMap<Builder, number>()

/** Formats a table as `dataTable` does, with bounded `colspan` and `rowspan`. A span above a bound is ignored. */
export const boundedTable: FormatCallback = (element, walk, builder, formatOptions) => {
  const nodes: DomNode[] = [...element.children]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.name === 'td' || node.name === 'th') boundSpans(node, builder)
    else for (const child of node.children ?? []) nodes.push(child)
  }
  builder.options.formatters?.dataTable?.(element, walk, builder, formatOptions)
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
