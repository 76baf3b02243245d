import { stripVTControlCharacters } from 'node:util'

const MAX_WIDTH = 40

/** Returns a result as lines: the items of a list as a table of their plain fields, any other object field by field. */
export function tableOf(result: unknown): string[] {
  const items = itemsOf(result)
  if (!items) return fieldLines(result)
  if (items.length === 0) return ['There are none.']
  const columns = [...new Set(items.flatMap((item) => Object.keys(Object(item)).filter((name) => isPlain(item, name))))]
  const rows = [columns, ...items.map((item) => columns.map((name) => textOf(Object(item)[name])))]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const next = Object(result).next
  return typeof next === 'string' ? [...lines, `Next page: ${new URL(next).search}`] : lines
}

function itemsOf(result: unknown): readonly unknown[] | undefined {
  if (Array.isArray(result)) return result
  const { results } = Object(result)
  return Array.isArray(results) ? results : undefined
}

function isPlain(item: unknown, name: string): boolean {
  const value: unknown = Object(item)[name]
  return typeof value !== 'object' || value === null
}

function fieldLines(result: unknown): string[] {
  const fields = Object.entries(Object(result))
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => {
    const text = typeof value === 'string' ? oneLine(value) : JSON.stringify(value)
    return `${name.padEnd(width)}  ${text}`.trimEnd()
  })
}

function textOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : oneLine(String(value))
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text
}

/** Returns a text without control characters, because a customer's text goes to a terminal. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ')
}
