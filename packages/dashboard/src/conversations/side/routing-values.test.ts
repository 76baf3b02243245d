import { expect, test } from 'vitest'
import { routingInput, validateRouting } from './routing-values.ts'

const IDS = { agentId: 'a', webhookId: 'w' }

test.each([
  ['inherit', undefined, { mode: 'inherit' }],
  ['webhook', undefined, { mode: 'webhook', webhookId: 'w' }],
  ['agent', undefined, { mode: 'agent', agentId: 'a' }],
  ['agent', 'b', { mode: 'agent', agentId: 'a' }],
  ['agent', 'a', { mode: 'agent' }],
])('sends mode %s with current agent %o as %o', (mode, present, input) => {
  expect(routingInput({ mode, ...IDS }, present)).toEqual(input)
})

test('requires an endpoint or an agent for its mode', () => {
  expect(validateRouting({ mode: 'webhook', agentId: 'a', webhookId: '' })).toHaveProperty('webhookId')
  expect(validateRouting({ mode: 'agent', agentId: '', webhookId: 'w' })).toHaveProperty('agentId')
  expect(validateRouting({ mode: 'inherit', agentId: '', webhookId: '' })).toEqual({})
})
