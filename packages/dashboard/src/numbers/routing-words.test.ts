import { expect, test } from 'vitest'
import { consequences, routingState } from './routing-words.ts'

const nobody = { defaultRouting: null, activeAgent: null, defaultWebhook: null } as const
const agent = { id: 'a', name: 'Barista' }
const webhook = { id: 'w', name: 'Orders' }

test.each([
  [nobody, 'nobody', undefined],
  [{ ...nobody, defaultRouting: 'agent', activeAgent: agent }, 'agent', agent],
  [{ ...nobody, defaultRouting: 'agent' }, 'agent', undefined],
  [{ ...nobody, defaultRouting: 'webhook', defaultWebhook: webhook }, 'webhook', webhook],
  [{ ...nobody, defaultRouting: 'webhook' }, 'webhook', undefined],
  [{ ...nobody, defaultRouting: 'sandbox', activeAgent: agent }, 'sandbox', undefined],
] as const)('%o is routed to %s, %o', (number, mode, target) => {
  const state = routingState(number)
  expect(state.mode).toBe(mode)
  expect(state.target).toEqual(target)
})

test('a target that was deleted is told', () => {
  expect(routingState({ ...nobody, defaultRouting: 'agent' }).words).toContain('deleted')
})

test.each(['agent', 'webhook', 'nobody'] as const)('%s: existing sessions end only when it applies to them', (mode) => {
  const told = (applyToExisting: boolean) => consequences({ mode, name: 'Orders', applyToExisting }).join(' ')
  expect(told(true)).toMatch(/new session|end their session/)
  expect(told(false)).not.toMatch(/session/)
  for (const words of [told(true), told(false)]) expect(words).toContain('routing of their own keep it')
})
