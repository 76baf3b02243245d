import { expect, test } from 'vitest'
import { consequences, routingState } from './routing-words.ts'

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
