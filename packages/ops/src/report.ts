import type { Paint } from './terminal/paint.ts'
import { type Column, tableLines } from './terminal/table.ts'
import { block, inline } from './terminal/text.ts'

/** Where a report is shown: `width` in columns, without end when it is no terminal. */
export interface Screen {
  readonly width: number
  readonly paint: Paint
}

/** What a command found or did: for programs as JSON, for people as lines. */
export interface Report {
  readonly json: unknown
  /** Whether the process ends with exit code 1, although everything was done. @default false */
  readonly failed?: boolean
  lines(screen: Screen): readonly string[]
}

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>

/** Names and values, one to a line. */
export function fieldLines(fields: Fields): string[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const width = Math.max(16, ...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(width)} ${inline(String(value))}`)
}

/** A report of names and values. */
export function fieldsReport(fields: Fields): Report {
  return { json: fields, lines: () => fieldLines(fields) }
}

/** A report of rows. `empty` is shown when there are none, `notes` below them. */
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

/** A title and what belongs to it, with a blank line before. */
export function section(title: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

/** Text from outside, its lines kept. */
export function textLines(text: string): string[] {
  return block(text)
    .split('\n')
    .map((line) => `  ${line}`)
}
