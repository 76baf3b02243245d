import * as v from 'valibot'
import { expect, test } from 'vitest'
import { consequences, isRoutingChanged, ownAgents, RoutingChange, routingState, routingValues } from './routing.ts'

const none = { defaultRouting: null, activeAgent: null, defaultWebhook: null } as const
const agent = { id: 'a', name: 'Barista' }
const webhook = { id: 'w', name: 'Orders' }

test.each([
  [none, 'none', undefined],
  [{ ...none, defaultRouting: 'agent', activeAgent: agent }, 'agent', agent],
  [{ ...none, defaultRouting: 'agent' }, 'agent', undefined],
  [{ ...none, defaultRouting: 'webhook', defaultWebhook: webhook }, 'webhook', webhook],
  [{ ...none, defaultRouting: 'webhook' }, 'webhook', undefined],
  [{ ...none, defaultRouting: 'sandbox', activeAgent: agent }, 'sandbox', undefined],
] as const)('the state of %o is mode %s with target %o', (number, mode, target) => {
  const state = routingState(number)
  expect(state.mode).toBe(mode)
  expect(state.target).toEqual(target)
})

test('reports a deleted target', () => {
  expect(routingState({ ...none, defaultRouting: 'agent' }).words).toContain('deleted')
})

test.each(['agent', 'webhook', 'none'] as const)(
  '%s: ends existing sessions only if applied to existing conversations',
  (mode) => {
    const text = (applyToExisting: boolean) => consequences({ mode, name: 'Orders', applyToExisting }).join(' ')
    expect(text(true)).toMatch(/new session|end their session/)
    expect(text(false)).not.toMatch(/session/)
    for (const words of [text(true), text(false)]) expect(words).toContain('with their own routing keep it')
  },
)

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

const ours = { id: 'org-1', name: 'Cafe', isPersonal: false }
const own = { id: 'a', name: 'Barista', organization: ours }
const shared = { id: 'b', name: 'Guest', organization: { ...ours, id: 'org-2' } }

test("omits other organisations' agents", () => {
  expect(ownAgents([own, shared], 'org-1')).toEqual([own])
})

test('includes the connected agent once', () => {
  expect(ownAgents([own], 'org-1', { id: 'c', name: 'Old' }).map(({ id }) => id)).toEqual(['c', 'a'])
  expect(ownAgents([own], 'org-1', own)).toEqual([own])
})
