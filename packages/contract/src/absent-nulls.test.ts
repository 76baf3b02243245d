import * as v from 'valibot'
import { expect, test } from 'vitest'
import { dropNulls } from './absent-nulls.ts'
import { createAgent } from './agents.ts'
import { uploadDocument } from './agents-files.ts'
import { createConversation, RoutingInput } from './conversations.ts'
import { sendMessage } from './messages.ts'
import { connectAgent } from './phone-numbers.ts'

const AGENT = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'

test.each([
  [
    'a plain field',
    createConversation.body,
    { toNumber: '447700900200', agentId: null, fromNumber: null, message: null },
  ],
  ['a field with a default', connectAgent.body, { agentId: AGENT, applyToExisting: null }],
  ['an array', createAgent.body, { name: 'x', tools: null }],
  [
    'a field in an array',
    createAgent.body,
    { name: 'x', outboundTriggers: [{ secret: null, enabled: null, templateId: 't', templateName: 't' }] },
  ],
  [
    'a field of an alternative',
    sendMessage.body,
    { type: 'media', media: { url: 'https://shop.example/a.png', mimeType: 'image/png', caption: null } },
  ],
])('null counts as absent in %s', (_, schema: v.GenericSchema, body) => {
  expect(v.safeParse(schema, body).success).toBe(false)
  const dropped = dropNulls(schema, body)
  expect(v.safeParse(schema, dropped).issues).toBeUndefined()
  expect(JSON.stringify(dropped)).not.toContain('null')
})

test.each([
  [createAgent.body, { name: 'x', icebreakers: null, llmModel: null }],
  [createAgent.body, { name: 'x', mcpConfigs: [{ connectorId: AGENT, toolWhitelist: null }] }],
  [RoutingInput, { mode: null, webhookId: null }],
])('null with a meaning stays: %#', (schema, body) => {
  expect(dropNulls(schema, body)).toEqual(body)
})

test('null for a required field stays, and so does what is no field', () => {
  for (const body of [{ name: null }, null, 'text', { other: null }, { tools: [null] }])
    expect(dropNulls(createAgent.body, body)).toEqual(body)
})

test('a list in the place of an object is no object', () => {
  expect(dropNulls(createAgent.body, [])).toBe('a list')
  const schema = v.object({ tools: v.optional(v.record(v.string(), v.string())), items: v.array(v.object({})) })
  expect(dropNulls(schema, { tools: [], items: [[], {}] })).toEqual({ tools: 'a list', items: ['a list', {}] })
})

test('a form keeps its file', () => {
  const form = { file: new File(['x'], 'x.txt'), name: null }
  expect(dropNulls(uploadDocument.body, form)).toEqual({ file: form.file })
})
