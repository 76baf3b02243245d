import { type Block, blocksText } from '../block.ts'

export interface TableCell {
  readonly blocks: readonly Block[]
  /** Whether it names a column or a row. */
  readonly header: boolean
  readonly colspan: string | undefined
  readonly rowspan: string | undefined
}

/** A cell with more text is a part of the page's layout. */
const LONGEST_CELL = 1000
/** Largest `colspan` and `rowspan` that are followed. */
const LARGEST_SPAN = 50
/** The cells of a table that spans may add. */
const MOST_SPANNED_CELLS = 20_000
/** A longer cell is not repeated in the rows that it spans. */
const LONGEST_REPEATED = 200

/** Returns a table as one block, or the blocks of its cells if the table only arranges the page. */
export function tableBlocks(rows: readonly (readonly TableCell[])[]): Block[] {
  const cells = rows.flat()
  const isLayout = rows.every((row) => row.length < 2) || cells.some(isPart)
  if (isLayout) return cells.flatMap(({ blocks }) => blocks)
  const marked = rows.findIndex((row) => !row.every(isName))
  const isNamed = rows[0]?.some(({ header }) => header) === true
  const grid = gridOf(rows)
  if (grid.length === 0) return []
  return [{ kind: 'table', rows: grid, ...(isNamed && { headerRows: marked === -1 ? 1 : marked }) }]
}

function isPart({ blocks }: TableCell): boolean {
  return (
    blocks.some(({ kind }) => kind !== 'text') ||
    blocks.reduce((sum, block) => sum + (block.kind === 'text' ? block.text.length : 0), 0) > LONGEST_CELL
  )
}

function isName({ header, blocks }: TableCell): boolean {
  return header || blocks.length === 0
}

/** Returns the text of each cell. A cell over several rows is in each of them, because a passage may have one of them only. */
function gridOf(rows: readonly (readonly TableCell[])[]): string[][] {
  let spanned = 0
  const hanging = new Map<number, { readonly text: string; left: number }>()
  return rows.map((row) => {
    const line: string[] = []
    const takeHanging = () => {
      for (let cell = hanging.get(line.length); cell; cell = hanging.get(line.length)) {
        cell.left -= 1
        if (cell.left === 0) hanging.delete(line.length)
        line.push(cell.text)
      }
    }
    for (const { blocks, colspan, rowspan } of row) {
      takeHanging()
      const text = blocksText(blocks).replace(/\n+/g, ' / ')
      const [columns, below] = [spanOf(colspan), spanOf(rowspan)]
      spanned += columns * below - 1
      const fits = spanned <= MOST_SPANNED_CELLS
      for (let column = 0; column < (fits ? columns : 1); column += 1) {
        const shown = column === 0 ? text : ''
        if (fits && below > 1)
          hanging.set(line.length, { text: shown.length > LONGEST_REPEATED ? '' : shown, left: below - 1 })
        line.push(shown)
      }
    }
    takeHanging()
    return line
  })
}

/** Returns a span, or 1 for one that is not a number from 1 to `LARGEST_SPAN`. */
function spanOf(text = ''): number {
  const span = Number(text)
  return Number.isInteger(span) && span >= 1 && span <= LARGEST_SPAN ? span : 1
}
