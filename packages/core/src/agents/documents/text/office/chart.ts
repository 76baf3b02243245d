import type { Block } from '../block.ts'
import { type FormatNumber, formatNumber, loadNumberFormats } from './number-format.ts'
import type { FindCells } from './workbook.ts'
import { localName, readXml } from './xml.ts'

export interface ReadChart {
  readonly blocks: Block[]
  /** Whether it refers to values that are not found. */
  readonly lacksValues: boolean
}

interface Series {
  name: string
  readonly names: Map<number, string>
  readonly values: Map<number, string>
  /** The cells of each part, as formulas. */
  readonly cells: Map<string, string>
}

/**
 * Returns a chart of an Office document: its titles, and its values as a table with a column for each series.
 * @param findCells finds values that the chart does not store
 */
export async function chartBlocks(bytes: Uint8Array, findCells: FindCells): Promise<ReadChart> {
  const titles: string[] = []
  const series: Series[] = []
  const format = await loadNumberFormats()
  let [title, value, index, code, formula] = ['', '', 0, '', '']
  await readXml(bytes, {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'ser') series.push({ name: '', names: new Map(), values: new Map(), cells: new Map() })
      else if (name === 'pt') index = Number(attributes.idx ?? index + 1)
      else if (name === 'v') value = ''
      else if (name === 'numCache' || name === 'numLit' || name === 'strCache' || name === 'formatCode') code = ''
    },
    text: (text, path) => {
      const name = localName(path.at(-1) ?? '')
      if (name === 'v') value += text
      else if (name === 'formatCode') code += text
      else if (name === 'f') formula += text
      else if (name === 't' && path.some((each) => localName(each) === 'title')) title += text
    },
    close: (element, path) => {
      const name = localName(element)
      if (name === 'title') {
        if (title.trim()) titles.push(title.trim())
        title = ''
      }
      const last = series.at(-1)
      if ((name !== 'v' && name !== 'f') || !last) return
      const part = path.map(localName).find((each) => PARTS.has(each))
      if (name === 'f') {
        if (part !== undefined) last.cells.set(part, formula.trim())
        formula = ''
      } else if (part === 'tx') last.name = [last.name, value.trim()].filter(Boolean).join(' ')
      else if (part === 'cat' || part === 'xVal')
        last.names.set(index, [last.names.get(index), shownValue(value, code, format)].filter(Boolean).join(' '))
      else if (part !== undefined) last.values.set(index, shownValue(value, code, format))
    },
  })
  let lacksValues = false
  for (const each of series) lacksValues = (await fill(each, findCells)) || lacksValues
  const rows = rowsOf(series)
  const blocks = [
    ...(titles.length > 0 ? [{ kind: 'text' as const, text: titles.join('\n') }] : []),
    ...(rows.length > 1 ? [{ kind: 'table' as const, rows, headerRows: 1 }] : []),
  ]
  return { blocks, lacksValues }
}

/** Adds what a series does not store. Returns whether its values or their names are not found. */
async function fill(series: Series, findCells: FindCells): Promise<boolean> {
  let isLacking = false
  for (const [part, formula] of series.cells) {
    const stored =
      part === 'tx' ? series.name : part === 'cat' || part === 'xVal' ? series.names.size : series.values.size
    if (stored) continue
    const found = await findCells(formula)
    if (found === undefined || found.length === 0) isLacking ||= part !== 'tx'
    else if (part === 'tx') series.name = found.join(' ')
    else {
      const into = part === 'cat' || part === 'xVal' ? series.names : series.values
      for (const [index, value] of found.entries()) into.set(index, value)
    }
  }
  return isLacking
}

const PARTS = new Set(['tx', 'cat', 'xVal', 'val', 'yVal', 'bubbleSize'])

/** Returns a number in its format, such as a date, without the noise of binary fractions. */
function shownValue(value: string, code: string, format: FormatNumber): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  if (code && code !== 'General') return formatNumber(number, { id: -1, code }, { is1904: false, format })
  return String(Number(number.toPrecision(15)))
}

function rowsOf(series: readonly Series[]): string[][] {
  const indexes = [...new Set(series.flatMap(({ names, values }) => [...names.keys(), ...values.keys()]))].toSorted(
    (a, b) => a - b,
  )
  return [
    ['', ...series.map(({ name }) => name)],
    ...indexes.map((each) => [
      series.find(({ names }) => names.has(each))?.names.get(each) ?? '',
      ...series.map(({ values }) => values.get(each) ?? ''),
    ]),
  ]
}
