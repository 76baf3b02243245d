import type Papa from 'papaparse'
import { withinTime } from '../../../platform/within-time.ts'
import { tableSection } from './block.ts'
import type { Section } from './split-passages.ts'

/** The likelier one first: a comma is also in numbers. */
const DELIMITERS = [';', '\t', '|', ',']
/** Excel's first line, which names the delimiter. */
const NAMED_DELIMITER = /^\s{0,9}"?sep=(.)"?[ \t]{0,9}(?:\r\n?|\n)/i
const PREVIEW_ROWS = 100
const PREVIEW = 64 * 1024
const LONGEST_MS = 30_000

/** Returns a table as one section. Its header is the names of the columns. */
export async function csvSections(csv: string): Promise<Section[]> {
  const { default: papa } = await import('papaparse')
  const [line = '', named] = NAMED_DELIMITER.exec(csv) ?? []
  const table = csv.slice(line.length)
  return withinTime(LONGEST_MS, () => {
    const delimiter = named ?? likelyDelimiter(papa, table)
    if (delimiter === undefined) return [{ place: '', text: table }]
    const { data } = papa.parse<string[]>(table, { delimiter, skipEmptyLines: 'greedy' })
    const rows = data.map((row) => row.map(inOneLine))
    return [{ place: '', ...tableSection({ kind: 'table', rows }) }]
  })
}

/** Returns the lines of a cell as one line. */
export function inOneLine(cell: string): string {
  return cell
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' / ')
}

/** Returns the delimiter that gives most rows the same number of columns, or undefined for a text without columns. */
function likelyDelimiter({ parse }: typeof Papa, csv: string): string | undefined {
  let best: { readonly delimiter: string; readonly score: number } | undefined
  for (const delimiter of DELIMITERS) {
    const { data } = parse<string[]>(csv.slice(0, PREVIEW), {
      delimiter,
      preview: PREVIEW_ROWS,
      skipEmptyLines: 'greedy',
    })
    const counts = Map.groupBy(data, (row) => row.length)
    const score = [...counts].reduce(
      (most, [columns, rows]) => (columns > 1 ? Math.max(most, rows.length / data.length) : most),
      0,
    )
    if (score > (best?.score ?? 0)) best = { delimiter, score }
  }
  return best?.delimiter
}
