import { expect, test } from 'vitest'
import { showResult } from './table.ts'

const results = [
  {
    id: 'a',
    name: 'Ada',
    contact: { name: 'Ada L.', tags: [{}] },
    note: '',
    events: ['one', 'two'],
    routes: [{ to: 'x' }],
  },
  { id: 'b', name: 'Bo', contact: null, note: null, events: [], routes: [] },
]

test.each([
  [80, ['id  name  contact.name  events', 'a   Ada   Ada L.        one, two', 'b   Bo'], []],
  [
    24,
    ['id  name  contact.name', 'a   Ada   Ada L.', 'b   Bo'],
    ['Not shown: events. Use --columns id,events or --json.'],
  ],
  [
    18,
    ['id  name  events', 'a   Ada   one, two', 'b   Bo'],
    ['Not shown: contact.name. Use --columns id,contact.name or --json.'],
  ],
  [1, ['id', 'a', 'b'], ['Not shown: name, contact.name, events. Use --columns id,name or --json.']],
])('in %s characters, the columns are those that fit and are not empty', (width, lines, notes) => {
  expect(showResult({ results, next: null }, { width })).toEqual({ lines, notes })
})

test('ids of other items are shown if there is room for them', () => {
  const items = [{ id: '1', webhookId: 'w-1', event: 'e', status: 's', conversation: { id: 'c' } }]
  const columnsIn = (width: number) => showResult(items, { width }).lines[0]
  expect(columnsIn(60)).toBe('id  webhookId  event  status  conversation.id')
  expect(columnsIn(28)).toBe('id  webhookId  event  status')
  expect(columnsIn(20)).toBe('id  event  status')
})

test('shows the columns that are named, also if they are empty or wide', () => {
  expect(showResult({ results }, { width: 1, columns: ['note', 'contact.name', 'id'] })).toEqual({
    lines: ['note  contact.name  id', '      Ada L.        a', '                    b'],
    notes: [],
  })
})

test('an unknown column is named, with those that exist', () => {
  const columns = '(id, name, contact.name, note, events, contact, routes)'
  expect(() => showResult(results, { width: 80, columns: ['nam'] })).toThrow(
    `--columns: no column "nam"; did you mean name? ${columns}`,
  )
  expect(() => showResult(results, { width: 80, columns: ['zzz'] })).toThrow(`--columns: no column "zzz" ${columns}`)
})

test.each([
  [[], ['There are none.']],
  [
    ['x', 'y'],
    ['value', 'x', 'y'],
  ],
  [{ webhooks: [{ id: 'w' }] }, ['id', 'w']],
  [{ id: 'a', tags: [1], text: 'a\n\u001b[2Jb' }, ['id    a', 'tags  [1]', 'text  a b']],
  [[{ text: 'x'.repeat(50) }], ['text', `${'x'.repeat(39)}…`]],
  [{ results: [{ id: 'a' }], next: 'https://x.example/?cursor=c' }, ['id', 'a', 'Next page: ?cursor=c']],
])('%j', (result, lines) => {
  expect(showResult(result, { width: 80 }).lines).toEqual(lines)
})

test('columns that tell most fit first, flags behind texts, and all keep their order', () => {
  const results = [
    { id: 'd1', webhookName: 'Demo webhook 1', webhookEnabled: true, preview: 'Where is my order?', status: 'failed' },
  ]
  const columns = (width: number) => showResult({ results }, { width }).lines[0]?.split(/ +/)
  expect(columns(200)).toEqual(['id', 'webhookName', 'webhookEnabled', 'preview', 'status'])
  expect(columns(50)).toEqual(['id', 'webhookName', 'preview', 'status'])
  expect(columns(28)).toEqual(['id', 'webhookName', 'status'])
  expect(columns(12)).toEqual(['id', 'status'])
})

const change = { field: 'name', item: null, property: null, before: 'Shop', after: 'Shop EU' }

test('changes of a version are lines: before → after, or what was removed and added', () => {
  const changes = [
    change,
    { ...change, field: 'systemPrompt', before: 'You help.\nBe kind.\nBye.', after: 'You help.\nBe brief.\nBye.' },
    { ...change, field: 'tools', item: 'lookup', property: 'url', before: null, after: 'https://a.example' },
    { ...change, field: 'memoryKeys', item: 'size', before: '{\n  "key": "size"\n}', after: null },
  ]
  expect(showResult({ version: 2, changedBy: null, changes }, { width: 80 })).toEqual({
    lines: [
      'version    2',
      'changedBy  null',
      'changes',
      '  name: “Shop” → “Shop EU”',
      '  systemPrompt',
      '    - Be kind.',
      '    + Be brief.',
      '  tools · lookup · url: none → “https://a.example”',
      '  memoryKeys · size (removed)',
      '    - {',
      '    -   "key": "size"',
      '    - }',
    ],
    notes: [],
  })
  expect(showResult({ version: 2, changes: [] }, { width: 80 }).lines).toEqual(['version  2', 'changes  []'])
})

test.each([20, 33, 80])('changes fit into %s characters, and lose no word', (width) => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
  const changes = [{ ...change, before: 'x'.repeat(100), after: words }]
  const { lines } = showResult({ version: 2, changes }, { width })
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, 22))
  const added = lines.filter((line) => line.startsWith('    + ')).map((line) => line.slice(6))
  expect(added.join(' ')).toBe(words)
})

test('a change of a line of 1 MB is shown', () => {
  const { lines } = showResult({ version: 2, changes: [{ ...change, after: 'x'.repeat(1e6) }] }, { width: 20 })
  expect(lines.join('').match(/x/g)).toHaveLength(1e6)
})
