import { suggestion } from '../nearest.ts'
import { oneLine } from '../printable.ts'
import { changeLines, isChanges } from './changes.ts'

const WIDEST_CELL = 40
const GAP = '  '

/** A result as lines for people. */
export interface Shown {
  readonly lines: readonly string[]
  /** What the lines do not have, for the standard error. */
  readonly notes: readonly string[]
}

interface Limits {
  /** Characters of a line. */
  readonly width: number
  /** The only columns, by name or path: `id`, `contact.name`. Without it, those that fit and are not empty. */
  readonly columns?: readonly string[] | undefined
}

/** Returns the items of a list as a table, and any other object field by field. @throws RangeError for an unknown column */
export function showResult(result: unknown, { width, columns }: Limits): Shown {
  const items = itemsOf(result)
  if (!items) return { lines: fieldLines(result, width), notes: [] }
  if (items.length === 0) return { lines: ['There are none.'], notes: [] }
  const rows = items.map((item) => new Map(cellsOf(item)))
  const known = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const shown = columns ? knownColumns(columns, known) : fitting(rows, known, width)
  const left = columns ? [] : known.filter((name) => !shown.includes(name) && !isEmpty(rows, name))
  const notes =
    left.length === 0 ? [] : [`Not shown: ${left.join(', ')}. Use --columns ${shown[0]},${left[0]} or --json.`]
  return { lines: [...tableLines(rows, shown), ...nextLine(result)], notes }
}

type Row = ReadonlyMap<string, string>

function itemsOf(result: unknown): readonly unknown[] | undefined {
  if (Array.isArray(result)) return result
  const fields = Object.entries(Object(result))
  const { results = fields.length === 1 ? fields[0]?.[1] : undefined } = Object(result)
  return Array.isArray(results) ? results : undefined
}

function cellsOf(item: unknown): [string, string][] {
  if (typeof item !== 'object' || item === null) return [['value', textOf(item)]]
  return Object.entries(item).flatMap(([name, value]): [string, string][] => {
    if (!isObject(value)) return isPlain(value) ? [[name, textOf(value)]] : []
    const inner = Object.entries(value).filter(([, each]) => isPlain(each))
    return inner.map(([field, each]) => [`${name}.${field}`, textOf(each)])
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether a value can be a cell: no object, and no list of them. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every((each) => typeof each !== 'object') : !isObject(value)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value.join(', '))
  const text = value === null || value === undefined ? '' : oneLine(String(value))
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text
}

/** @throws RangeError for a column that no item has */
function knownColumns(columns: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = columns.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new RangeError(`--columns: no column "${unknown}"${suggestion(unknown, known)} (${known.join(', ')})`)
  return columns
}

/** Columns with ids of other items. They are wide, and tell people less. */
const ID = /(^|\.)[a-z]*Id$|\.id$/

/** Columns that tell people most of an item. */
const TELLING = /^(name|event|status|state|number|createdAt)$/

/** Returns the columns that are not empty and fit beside each other, in their order. The first one always does; ids of others fit last. */
function fitting(rows: readonly Row[], known: readonly string[], width: number): readonly string[] {
  const [first = '', ...others] = known.filter((name) => !isEmpty(rows, name))
  const chosen = new Set([first])
  let used = widthOf(rows, first)
  const rank = (name: string) => (TELLING.test(name) ? 0 : ID.test(name) ? 3 : isFlag(rows, name) ? 2 : 1)
  for (const name of others.toSorted((one, other) => rank(one) - rank(other))) {
    const needed = GAP.length + widthOf(rows, name)
    if (used + needed > width) continue
    used += needed
    chosen.add(name)
  }
  return known.filter((name) => chosen.has(name))
}

function isFlag(rows: readonly Row[], name: string): boolean {
  return rows.every((row) => /^(true|false)?$/.test(row.get(name) ?? ''))
}

function isEmpty(rows: readonly Row[], name: string): boolean {
  return rows.every((row) => !row.get(name))
}

function widthOf(rows: readonly Row[], name: string): number {
  return Math.max(name.length, ...rows.map((row) => row.get(name)?.length ?? 0))
}

function tableLines(rows: readonly Row[], names: readonly string[]): string[] {
  const columns = names.map((name) => ({ name, width: widthOf(rows, name) }))
  const line = (cell: (name: string) => string) =>
    columns
      .map(({ name, width }) => cell(name).padEnd(width))
      .join(GAP)
      .trimEnd()
  return [line((name) => name), ...rows.map((row) => line((name) => row.get(name) ?? ''))]
}

function nextLine(result: unknown): string[] {
  const { next } = Object(result)
  return typeof next === 'string' ? [`Next page: ${new URL(next).search}`] : []
}

function fieldLines(result: unknown, width: number): string[] {
  const fields = Object.entries(Object(result))
  const widest = Math.max(0, ...fields.map(([name]) => name.length))
  return fields.flatMap(([name, value]) => {
    if (name === 'changes' && isChanges(value) && value.length > 0) return [name, ...changeLines(value, width)]
    const text = typeof value === 'string' ? oneLine(value) : JSON.stringify(value)
    return `${name.padEnd(widest)}${GAP}${text}`.trimEnd()
  })
}
