import { expect, test } from 'vitest'
import { inlineReferences, shownSchema, spokenText } from './nova.ts'

const NOVA = 'global.amazon.nova-2-lite-v1:0'
const CLAUDE = 'global.anthropic.claude-haiku-4-5-20251001-v1:0'
const properties = { id: { type: 'string', description: 'Of the order' } }
const schema = { type: 'object', properties, required: ['id'], additionalProperties: false, title: 'Order' }

test.each([NOVA, 'amazon.nova-pro-v1:0'])('shows %s only the keywords that it supports', (model) => {
  expect(shownSchema(model, schema)).toEqual({ type: 'object', properties, required: ['id'] })
})

test('inlines the definitions of a schema', () => {
  const defined = { type: 'object', properties: { to: { $ref: '#/$defs/To' } }, $defs: { To: { type: 'string' } } }
  expect(shownSchema(NOVA, defined)).toEqual({ type: 'object', properties: { to: { type: 'string' } } })
})

test('shows other models the whole schema', () => {
  expect(shownSchema(CLAUDE, schema)).toBe(schema)
})

test.each([
  ['<thinking> I need the order. </thinking>\n\nOne moment.', 'One moment.'],
  ['One moment.\n<thinking>Which\ntool?</thinking>', 'One moment.'],
  ['<thinking>cut at the end', ''],
  ['No thoughts.', 'No thoughts.'],
])('converts %j to %j', (text, read) => {
  expect(spokenText(NOVA, text)).toBe(read)
})

test('does not change texts of other models', () => {
  expect(spokenText(CLAUDE, '<thinking>x</thinking> y ')).toBe('<thinking>x</thinking> y ')
})

const refer = (name: string, beside: object = {}) => ({ $ref: `#/$defs/${name}`, ...beside })
const inlined = (properties: Readonly<Record<string, unknown>>, $defs: Readonly<Record<string, unknown>> = {}) =>
  inlineReferences({ type: 'object', properties, $defs }).properties

test('replaces references by their definitions, also nested and in lists', () => {
  const $defs = {
    Address: {
      type: 'object',
      properties: { country: refer('Country'), lines: { type: 'array', items: refer('a~1b') } },
    },
    Country: { enum: ['DE', 'GB'] },
    'a/b': { type: 'string' },
  }
  expect(
    inlined(
      { to: refer('Address', { description: 'Where' }), or: { anyOf: [refer('Country'), { type: 'null' }] } },
      $defs,
    ),
  ).toEqual({
    to: {
      type: 'object',
      properties: { country: { enum: ['DE', 'GB'] }, lines: { type: 'array', items: { type: 'string' } } },
      description: 'Where',
    },
    or: { anyOf: [{ enum: ['DE', 'GB'] }, { type: 'null' }] },
  })
})

test('removes recursive, unknown and external references', () => {
  const $defs = { Node: { type: 'object', properties: { next: refer('Node') } }, Loop: refer('Loop') }
  expect(
    inlined(
      { list: refer('Node'), loop: refer('Loop'), gone: refer('Gone'), far: { $ref: 'https://example.com/x' } },
      $defs,
    ),
  ).toEqual({ list: { type: 'object', properties: { next: {} } }, loop: {}, gone: {}, far: {} })
})

test('limits the growth of definitions that refer to each other', () => {
  const double = (name: string) => ({ properties: { a: refer(name), b: refer(name) } })
  const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`D${index}`, double(`D${index + 1}`)]))
  expect(JSON.stringify(inlined({ all: refer('D0') }, $defs)).length).toBeLessThan(5_000)
})
