import { expect, test } from 'vitest'
import { copiedText, type JsonNode, jsonRows, jsonTree } from './json-tree.ts'

const find = (node: JsonNode | undefined, path: string): JsonNode | undefined =>
  node?.path === path ? node : node?.children.map((child) => find(child, path)).find(Boolean)

const TEXT = `{"id": 12345678901234567890.10, "contact": {"phoneNumber": "+49151", "name": "A \\"b\\": {[,]}"},
  "messages": [{"text": "caf\\u00e9"}, true, null, [], {}], "x-y": -1e5}`

test.each([
  ['id', '12345678901234567890.10'],
  ['contact.phoneNumber', '+49151'],
  ['contact.name', 'A "b": {[,]}'],
  ['messages[0].text', 'café'],
  ['messages[1]', 'true'],
  ['messages[3]', '[]'],
  ['["x-y"]', '-1e5'],
  ['contact', '{"phoneNumber": "+49151", "name": "A \\"b\\": {[,]}"}'],
  ['', TEXT],
])('copies the value at %s as it stands there', (path, text) => {
  const node = find(jsonTree(TEXT), path)
  expect(node && copiedText(node)).toBe(text)
})

test.each(['', 'hello', '12', '"text"', '{"a":', '{"a":1}x', `${'['.repeat(9_000)}${']'.repeat(9_000)}`])(
  'leaves %.20s as text',
  (text) => {
    expect(jsonTree(text)).toBeUndefined()
  },
)

const rowsOf = (text: string, openings = {}) => {
  const root = jsonTree(text)
  return root ? jsonRows(root, { opened: {}, shown: {}, ...openings }) : []
}

test('shows a small text open, and collapses what the user closed', () => {
  const paths = (rows: ReturnType<typeof rowsOf>) => rows.map(({ type, node }) => `${type} ${node.path}`)
  expect(paths(rowsOf('{"a":{"b":{"c":1}}}'))).toEqual([
    'node ',
    'node a',
    'node a.b',
    'node a.b.c',
    'end a.b',
    'end a',
    'end ',
  ])
  expect(paths(rowsOf('{"a":{"b":1}}', { opened: { a: false } }))).toEqual(['node ', 'node a', 'end '])
})

test('shows the outline of a large text, and long lists in parts', () => {
  const text = JSON.stringify({ list: Array.from({ length: 250 }, (_, id) => ({ id, at: { hour: 1 } })) })
  const rows = rowsOf(text)
  expect(rows).toHaveLength(1 + 1 + 100 + 1 + 1 + 1)
  expect(rows.find(({ type }) => type === 'more')).toMatchObject({ hidden: 150 })
  expect(rowsOf(text, { shown: { list: 300 } })).toHaveLength(2 + 250 + 2)
})
