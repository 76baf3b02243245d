import { expect, test } from 'vitest'
import { shownSchema, spokenText } from './nova.ts'

const NOVA = 'global.amazon.nova-2-lite-v1:0'
const CLAUDE = 'global.anthropic.claude-haiku-4-5-20251001-v1:0'
const properties = { id: { type: 'string', description: 'Of the order' } }
const schema = { type: 'object', properties, required: ['id'], additionalProperties: false, title: 'Order' }

test.each([NOVA, 'amazon.nova-pro-v1:0'])('%s is shown of a tool only what it knows', (model) => {
  expect(shownSchema(model, schema)).toEqual({ type: 'object', properties, required: ['id'] })
})

test('definitions of a tool, which stand at the top, are shown where they are used', () => {
  const defined = { type: 'object', properties: { to: { $ref: '#/$defs/To' } }, $defs: { To: { type: 'string' } } }
  expect(shownSchema(NOVA, defined)).toEqual({ type: 'object', properties: { to: { type: 'string' } } })
})

test('other models are shown the whole schema', () => {
  expect(shownSchema(CLAUDE, schema)).toBe(schema)
})

test.each([
  ['<thinking> I need the order. </thinking>\n\nOne moment.', 'One moment.'],
  ['One moment.\n<thinking>Which\ntool?</thinking>', 'One moment.'],
  ['<thinking>cut at the end', ''],
  ['No thoughts.', 'No thoughts.'],
])('of %j the customer reads %j', (text, read) => {
  expect(spokenText(NOVA, text)).toBe(read)
})

test('texts of other models stay as they are', () => {
  expect(spokenText(CLAUDE, '<thinking>x</thinking> y ')).toBe('<thinking>x</thinking> y ')
})
