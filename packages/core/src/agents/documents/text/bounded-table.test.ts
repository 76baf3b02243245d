import { convert } from 'html-to-text'
import { expect, test } from 'vitest'
import { boundedTable } from './bounded-table.ts'

function read(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { boundedTable },
    selectors: [{ selector: 'table', format: 'boundedTable', options: { uppercaseHeaderCells: false } }],
  })
}
const row = (...cells: readonly string[]) => `<tr>${cells.join('')}</tr>`

test('a span that fits is followed', () => {
  const html = (attributes: string) =>
    `<table>${row(`<td ${attributes}>a</td>`, '<td>b</td>')}${row('<td>c</td>', '<td>d</td>', '<td>e</td>')}</table>`
  expect(read(html('colspan=2'))).toBe('a       b\nc   d   e')
  expect(read(html(''))).toBe('a   b\nc   d   e')
})

test.each(['1000000000', '1e9', '-1', '1.5', 'x', 'Infinity', '51', '0x7fffffff'])(
  'a span of %s is ignored',
  (span) => {
    const html = `<table>${row(`<td colspan="${span}" rowspan="${span}">a</td>`, '<td>b</td>')}</table>`
    expect(read(html)).toBe('a   b')
  },
)

test('many spans add a bounded number of cells', () => {
  const rows = Array.from({ length: 2000 }, () => row('<td colspan=50 rowspan=50>a</td>'))
  expect(read(`<table>${rows.join('')}</table>`)).toMatch(/^a/)
})

test('a row with very many cells is read as words', () => {
  const cells = Array.from({ length: 20_000 }, (_, index) => `<td>w${index}`)
  expect(read(`<table>${row(...cells)}</table>`).split(/\s+/)).toEqual(cells.map((cell) => cell.slice(4)))
})
