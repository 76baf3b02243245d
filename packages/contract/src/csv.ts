import { printable } from './printable.ts'

/** Returns a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * Quotes a cell. Spreadsheets run a cell that starts with one of these characters as a formula, even if it is quoted.
 */
function cell(given: string): string {
  const text = printable(given, { isMultiline: true })
  const harmless = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
