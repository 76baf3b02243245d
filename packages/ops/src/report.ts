import { type Column, tableLines } from './terminal/table.ts'
import { block, inline, type Paint } from './terminal/text.ts'

/** The output device: `width` in columns, infinite if it is not a terminal. */
export interface Screen {
  readonly width: number
  readonly paint: Paint
}

/** The result of a command, as JSON for programs and as lines for people. */
export interface Report {
  readonly json: unknown
  /** Whether the process exits with code 1, although the command completed. @default false */
  readonly failed?: boolean
  lines(screen: Screen): readonly string[]
}

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export function fieldLines(fields: Fields): string[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const width = Math.max(16, ...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(width)} ${inline(String(value))}`)
}

export function fieldsReport(fields: Fields): Report {
  return { json: fields, lines: () => fieldLines(fields) }
}

/** Returns a report of rows. `empty` is shown if there are no rows, `notes` below them. */
export function tableReport<Row>(input: {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly json: unknown
  readonly empty: string
  readonly notes?: readonly string[]
}): Report {
  const { columns, rows, json, empty, notes = [] } = input
  return {
    json,
    lines: (screen) => [...(rows.length > 0 ? tableLines(columns, rows, screen) : [empty]), ...notes],
  }
}

/** Returns a blank line, a title and its lines, or nothing without lines. */
export function section(title: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

/** Returns the lines of external text, indented and without control characters. */
export function textLines(text: string): string[] {
  return block(text)
    .split('\n')
    .map((line) => `  ${line}`)
}
