import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isRoutingChanged, RoutingChange, routingValues } from './routing-change.ts'

const id = '01939b5e-5b3a-7cc0-8000-000000000001'
const values = { mode: 'none', agentId: '', webhookId: '', applyToExisting: true } as const

test.each([
  [
    { ...values, mode: 'agent', agentId: id },
    { mode: 'agent', agentId: id, applyToExisting: true },
  ],
  [
    { ...values, mode: 'webhook', webhookId: id },
    { mode: 'webhook', webhookId: id, applyToExisting: true },
  ],
  [values, { mode: 'none', applyToExisting: true }],
] as const)('parses %o as %o', (given, asked) => {
  expect(v.parse(RoutingChange, given)).toEqual(asked)
})

test.each([
  ['agent', 'agentId', 'Choose an agent.'],
  ['webhook', 'webhookId', 'Choose an endpoint.'],
] as const)('requires a target for mode %s', (mode, field, message) => {
  const [issue] = v.safeParse(RoutingChange, { ...values, mode }).issues ?? []
  expect(issue && v.getDotPath(issue)).toBe(field)
  expect(issue?.message).toBe(message)
})

test('starts without a target if the number is not routed or its target was deleted', () => {
  expect(routingValues({ defaultRouting: null, activeAgent: null, defaultWebhook: null })).toMatchObject({
    mode: 'none',
  })
  expect(routingValues({ defaultRouting: 'agent', activeAgent: null, defaultWebhook: null })).toMatchObject({
    mode: 'agent',
    agentId: '',
  })
})

test.each([
  [{}, false],
  [{ agentId: id }, false],
  [{ applyToExisting: true }, true],
  [{ mode: 'agent', agentId: id }, true],
] as const)('a number without routing is changed by %o: %s', (change, isChanged) => {
  const current = { ...values, applyToExisting: false }
  expect(isRoutingChanged(current, { ...current, ...change })).toBe(isChanged)
})
