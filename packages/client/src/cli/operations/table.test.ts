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
