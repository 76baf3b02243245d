import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createAgent } from './agents.ts'
import { RoutingInput } from './conversations.ts'

const ID = '0190F7C8-5B1E-7C43-8B47-3B1F6D1F0A11'

test('lengths count code points', () => {
  expect(v.is(createAgent.body, { name: '😀'.repeat(255) })).toBe(true)
  expect(v.is(createAgent.body, { name: '😀'.repeat(256) })).toBe(false)
})

test('UUIDs are parsed in lower case, wherever a body names them', () => {
  const body = {
    name: 'x',
    documents: [{ id: ID, name: 'x.txt' }],
    handoffTools: [{ id: ID, parentAgentId: ID, childAgentId: ID, description: '' }],
    mcpConfigs: [{ id: ID, connectorId: ID, toolWhitelist: [] }],
    outboundTriggers: [{ id: ID, templateId: ID, templateName: 'x' }],
  }
  const lower: unknown = JSON.parse(JSON.stringify(body).replaceAll(ID, ID.toLowerCase()))
  expect(v.parse(createAgent.body, body)).toEqual(lower)
  expect(v.parse(RoutingInput, { mode: 'webhook', webhookId: ID })).toMatchObject({ webhookId: ID.toLowerCase() })
})

test('an id that is no UUID keeps its case', () => {
  expect(v.parse(RoutingInput, { mode: 'webhook', webhookId: 'Unknown' })).toMatchObject({ webhookId: 'Unknown' })
})
