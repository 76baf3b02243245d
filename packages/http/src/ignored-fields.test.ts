import { createAgent, updateAgent } from '@replywright/contract/agents.ts'
import { sendMessage } from '@replywright/contract/messages.ts'
import { expect, test } from 'vitest'
import { ignoredFieldsHeader } from './ignored-fields.ts'

const tool = { name: 'n', description: 'd', creditCost: 1, apiSchema: { any: { thing: 1 } } }

test.each([
  [{ system_prompt: 'x', name: 'n' }, 'system_prompt'],
  [{ name: 'n', tools: [tool, { ...tool, apischema: {} }], tool: [] }, 'tools.1.apischema, tool'],
  [{ 'a\r\nb': 1, 'é,': 1 }, 'a%0D%0Ab, %C3%A9%2C'],
])('%j: names %s', (json, names) => {
  expect(ignoredFieldsHeader(createAgent, json)).toEqual({ 'x-ignored-fields': names })
})

test('names the unknown fields of the alternative that applies', () => {
  const json = { type: 'text', text: { body: 'b', preview: true }, media: {} }
  expect(ignoredFieldsHeader(sendMessage, json)).toEqual({ 'x-ignored-fields': 'text.preview, media' })
})

test('read-only fields and free JSON are not named', () => {
  const json = { id: 'i', createdAt: 'c', tools: [{ ...tool, problem: null }], icebreakers: { any: 1 } }
  expect(ignoredFieldsHeader(updateAgent, json)).toEqual({})
  expect(ignoredFieldsHeader(updateAgent, undefined)).toEqual({})
})

test('names at most twenty fields', () => {
  const json = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}-${'x'.repeat(200)}`, 1]))
  const [names = ''] = Object.values(ignoredFieldsHeader(createAgent, json))
  expect(names.split(', ')).toHaveLength(20)
  expect(names.length).toBeLessThan(2100)
})
