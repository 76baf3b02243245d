import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { type Column, fitWidths, tableLines } from './table.ts'
import { plain } from './text.ts'

interface Row {
  readonly id: string
  readonly count: number
  readonly name: string
  readonly event: string
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', of: ({ id }) => id, whole: true },
  { title: 'COUNT', of: ({ count }) => count, right: true },
  { title: 'EVENT', of: ({ event }) => event || undefined },
  { title: 'NAME', of: ({ name }) => name },
]
const ROWS: readonly Row[] = [
  { id: '01a1fc26-0b26', count: 3, name: 'Orders', event: 'subscription.message.received' },
  { id: '01a1fc26-0b27', count: 12, name: '注文 📦', event: '' },
]
const lines = (width: number, rows = ROWS) => tableLines(COLUMNS, rows, { width, paint: plain })

test('fits columns to their content and aligns numbers to the right', () => {
  expect(lines(Number.POSITIVE_INFINITY)).toEqual([
    'ID             COUNT  EVENT                          NAME',
    '01a1fc26-0b26      3  subscription.message.received  Orders',
    '01a1fc26-0b27     12  –                              注文 📦',
  ])
})

test('truncates the widest column to the width of the terminal', () => {
  expect(lines(45)).toEqual([
    'ID             COUNT  EVENT           NAME',
    '01a1fc26-0b26      3  subscription.…  Orders',
    '01a1fc26-0b27     12  –               注文 📦',
  ])
})

test.each(['🧑🏽‍💻 Support', '🫶 Care', 'नमस्ते', 'e\u0301té'])(
  '%s is not truncated and keeps columns aligned',
  (name) => {
    const columns: readonly Column<{ readonly name: string; readonly id: string }>[] = [
      { title: 'NAME', of: (row) => row.name },
      { title: 'ID', of: ({ id }) => id },
    ]
    const table = tableLines(
      columns,
      [
        { name, id: 'a1' },
        { name: 'A longer name', id: 'b2' },
      ],
      { width: 80, paint: plain },
    )
    expect(table.map((line) => stringWidth(line))).toEqual([17, 17, 17])
    expect(table[1]).toContain(name)
  },
)

test.each([100, 60, 50, 44, 40, 33])('limits lines to %i columns and keeps ids complete', (width) => {
  const table = lines(width)
  for (const line of table) expect(stringWidth(line)).toBeLessThanOrEqual(width)
  for (const [index, { id }] of ROWS.entries()) expect(table[index + 1]).toContain(id)
})

test('omits columns from the right and lists them', () => {
  expect(lines(30)).toEqual([
    'ID             COUNT  EVENT',
    '01a1fc26-0b26      3  subscri…',
    '01a1fc26-0b27     12  –',
    'Too narrow for NAME: see --js…',
  ])
})

test('removes line breaks and control characters from external text', () => {
  const [, row] = lines(200, [{ id: 'a', count: 1, name: 'two\nlines \u001B[2J\u202Eend', event: '' }])
  expect(row).toBe('a       1  –      two lines \uFFFD[2Jend')
})

test('never truncates whole columns', () => {
  const whole = { size: 36, whole: true }
  expect(fitWidths([whole, { size: 20, whole: false }], 10)).toEqual([36, 0])
  expect(fitWidths([whole], 10)).toEqual([36])
})
