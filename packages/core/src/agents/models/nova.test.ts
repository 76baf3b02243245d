import { expect, test } from 'vitest'
import { shownSchema, spokenText } from './nova.ts'

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
