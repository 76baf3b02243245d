import { expect, test } from 'vitest'
import { liveAgentId, liveRoute } from './live-targets.ts'

const find = (...known: readonly string[]) => ({
  findAgent: async (_: string, id: string) => (known.includes(id) ? {} : null),
  findWebhook: async (_: string, id: string) => (known.includes(id) ? {} : null),
})
const organizationId = 'O'
const toWebhook = { sandbox: false, defaultRouting: 'webhook', defaultWebhookId: 'W1' } as const
const toAgent = { sandbox: false, defaultRouting: 'agent', agentId: 'B' } as const

test.each([
  ['an override', { routing: 'webhook', webhookId: 'W2' }, ['W1', 'W2'], 'W2'],
  [
    'an override to a deleted webhook: none, not that of the number',
    { routing: 'webhook', webhookId: 'W2' },
    ['W1'],
    null,
  ],
  ['the default of the number, which is not read', {}, [], 'W1'],
  ['the agent', { routing: 'agent', webhookId: 'W2' }, ['W2'], null],
] as const)('the webhook of %s', async (_, conversation, known, webhookId) => {
  expect(await liveRoute(toWebhook, { organizationId, ...conversation }, find(...known))).toMatchObject({ webhookId })
})

test.each([
  ['that of the conversation', toAgent, { agentId: 'A' }, ['A', 'B'], 'A'],
  ['that of the number if the own was deleted', toAgent, { agentId: 'A' }, ['B'], 'B'],
  ['that of the number if the conversation has none', toAgent, {}, ['B'], 'B'],
  ['none if all were deleted', toAgent, { agentId: 'A' }, [], undefined],
  ['the own while a webhook receives the messages', { ...toAgent, ...toWebhook }, { agentId: 'A' }, ['A', 'B'], 'A'],
  ['not that of the number while a webhook does', { ...toAgent, ...toWebhook }, {}, ['B'], undefined],
  ['that of the sandbox number', { ...toAgent, sandbox: true }, {}, ['B'], 'B'],
] as const)('the agent is %s', async (_, number, conversation, known, agentId) => {
  expect(await liveAgentId(number, { organizationId, ...conversation }, find(...known))).toBe(agentId)
})
