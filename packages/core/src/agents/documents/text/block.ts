import { shorten } from '../../models/shorten.ts'
import { PASSAGE_LENGTH, type Section } from './split-passages.ts'
import { tableHeader } from './table-header.ts'

/** A piece of a document, in the order of the document. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | TableBlock

export interface TableBlock {
  readonly kind: 'table'
  /** The cells of each row, from left to right. */
  readonly rows: readonly (readonly string[])[]
  /** Number of rows at the start that name the columns. It is found from the cells if it is omitted. */
  readonly headerRows?: number
}

const LONGEST_PLACE = 200
const PLACES = ' › '

/**
 * Returns sections whose places are the headings above them, outermost first. A long table is a section with a header.
 * A heading without text below it is a text.
 */
export function blockSections(blocks: readonly Block[], placeBefore = ''): Section[] {
  const sections: Section[] = []
  const above: string[] = []
  let texts: string[] = []
  let bare: { readonly text: string; readonly level: number } | undefined
  const place = () => [placeBefore, ...above].filter(Boolean).join(PLACES)
  const add = (section: Omit<Section, 'place'>) => {
    const full = place()
    const isCut = full.length > LONGEST_PLACE
    sections.push({
      ...section,
      place: shorten(full, LONGEST_PLACE),
      ...(isCut && { text: `${full}\n\n${section.text}` }),
    })
  }
  const close = () => {
    if (texts.length > 0) add({ text: texts.join('\n\n') })
    texts = []
  }
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (bare && block.level <= bare.level) texts.push(bare.text)
      close()
      above.length = Math.min(above.length, block.level - 1)
      above[block.level - 1] = block.text
      bare = block
      continue
    }
    bare = undefined
    const section = block.kind === 'text' ? block : tableSection(block)
    if (block.kind === 'text' || section.text.length <= PASSAGE_LENGTH / 2) texts.push(section.text)
    else {
      close()
      add(section)
    }
  }
  if (bare) texts.push(bare.text)
  close()
  return sections
}

/** Returns blocks as one text, without marks of headings. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === 'table' ? rowsText(block.rows) : block.text))
    .filter(Boolean)
    .join('\n\n')
}

const LONGEST_HEADER = 500

/** Returns a table as text, with the rows that name the columns as its header. */
export function tableSection({ rows, headerRows }: TableBlock): Omit<Section, 'place'> {
  const { title, header, body } = tableHeader(rows, headerRows)
  const names = rowsText(header)
  if (names.length > LONGEST_HEADER)
    return { text: [rowsText(title), namedText(header, body)].filter(Boolean).join('\n') }
  const text = [rowsText(title), names, rowsText(body)].filter(Boolean).join('\n')
  return names ? { text, header: names } : { text }
}

/** Returns rows with the name of its column before each value. A row of several lines repeats its first value. */
function namedText(header: readonly (readonly string[])[], body: readonly (readonly string[])[]): string {
  const width = Math.max(...header.map((row) => row.length))
  const names = Array.from({ length: width }, (_, column) =>
    shorten([...new Set(header.map((row) => row[column]?.trim() ?? ''))].filter(Boolean).join(' '), LONGEST_NAME),
  )
  if (body.length === 0) return rowsText(header)
  return body
    .flatMap((row) => {
      const cells = row.flatMap((value, column) =>
        value.trim() ? [names[column] ? `${names[column]}: ${value}` : value] : [],
      )
      const [first = ''] = cells
      const lines: string[] = []
      let line = ''
      for (const cell of cells) {
        if (line && line.length + cell.length > LONGEST_LINE) {
          lines.push(line)
          line = first.length <= LONGEST_NAME ? first : ''
        }
        line = line ? line + CELLS + cell : cell
      }
      return [...lines, line]
    })
    .join('\n')
}

const LONGEST_NAME = 100
const LONGEST_LINE = 800

const CELLS = ' | '

function rowsText(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.slice(0, row.findLastIndex(Boolean) + 1).join(CELLS))
    .filter((line) => line.trim())
    .join('\n')
}
