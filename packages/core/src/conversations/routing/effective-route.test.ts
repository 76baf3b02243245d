import { describe, expect, test } from 'vitest'
import {
  decideRecipients,
  effectiveRoute,
  explainRoute,
  lifecycleEvents,
  liveAgentId,
  liveRoute,
  sessionInForce,
} from './effective-route.ts'

const number = { sandbox: false, defaultRouting: 'webhook', defaultWebhookId: 'W1' } as const

describe('effective routing', () => {
  test.each([
    [
      'a sandbox number has mode sandbox, whatever else is set',
      { ...number, sandbox: true },
      { routing: 'webhook', webhookId: 'W2' },
      { mode: 'sandbox', webhookId: null },
    ],
    [
      'the routing of the conversation overrides that of the number',
      number,
      { routing: 'agent' },
      { mode: 'agent', webhookId: null },
    ],
    [
      'the webhook of the conversation overrides that of the number',
      number,
      { routing: 'webhook', webhookId: 'W2' },
      { mode: 'webhook', webhookId: 'W2' },
    ],
    [
      'uses the webhook of the number if the conversation has no webhook',
      number,
      { routing: 'webhook' },
      { mode: 'webhook', webhookId: 'W1' },
    ],
    [
      'uses the default of the number if the conversation has no routing',
      number,
      {},
      { mode: 'webhook', webhookId: 'W1' },
    ],
    ['a number without a default has no route', { sandbox: false }, {}, { mode: null, webhookId: null }],
    [
      'ignores a stored webhook in another mode',
      number,
      { routing: 'agent', webhookId: 'W2' },
      { mode: 'agent', webhookId: null },
    ],
  ] as const)('%s', (_, routed, conversation, route) => {
    expect(effectiveRoute(routed, conversation)).toEqual(route)
  })
})

describe('lifecycle events', () => {
  const webhook = (webhookId: string) => ({ mode: 'webhook', webhookId }) as const
  const agent = { mode: 'agent', webhookId: null } as const
  test.each([
    ['to a webhook activates it', agent, webhook('W1'), [['subscription.activated', 'W1']]],
    ['away from a webhook revokes it', webhook('W1'), agent, [['subscription.revoked', 'W1']]],
    [
      'between webhooks revokes before it activates',
      webhook('W1'),
      webhook('W2'),
      [
        ['subscription.revoked', 'W1'],
        ['subscription.activated', 'W2'],
      ],
    ],
    ['to the same route sends nothing', webhook('W1'), webhook('W1'), []],
    ['between two modes without a webhook sends nothing', agent, { mode: null, webhookId: null }, []],
    [
      'from webhook mode without a webhook only activates',
      { mode: 'webhook', webhookId: null },
      webhook('W1'),
      [['subscription.activated', 'W1']],
    ],
  ] as const)('a change %s', (_, before, after, events) => {
    expect(lifecycleEvents(before, after).map(({ event, webhookId }) => [event, webhookId])).toEqual(events)
  })
})

test('each listener and the webhook in the route receive the message, also when they are the same webhook', () => {
  expect(decideRecipients(['a', 'b'], { webhookId: 'b' })).toEqual([
    { webhookId: 'a', event: 'message.received' },
    { webhookId: 'b', event: 'message.received' },
    { webhookId: 'b', event: 'subscription.message.received' },
  ])
})

test('only listeners receive the message of a conversation that is not routed to a webhook', () => {
  expect(decideRecipients(['a'], { webhookId: null })).toEqual([{ webhookId: 'a', event: 'message.received' }])
  expect(decideRecipients([], { webhookId: null })).toEqual([])
})

const conversation = { id: 'C', agentId: 'own', sessionId: 'S' }

describe('the effective session', () => {
  test.each([
    ['is its own without an epoch', {}, {}, 'own'],
    ['has the agent of the epoch', { epoch: 1, epochAgentId: 'A' }, {}, 'A'],
    ['has no agent if the epoch has none', { epoch: 1 }, {}, undefined],
    ['is its own if it was chosen in the epoch', { epoch: 1, epochAgentId: 'A' }, { numberEpoch: 1 }, 'own'],
    ['has the agent of the next epoch', { epoch: 2, epochAgentId: 'B' }, { numberEpoch: 1 }, 'B'],
    [
      'is its own if it was chosen in a later epoch than the one read',
      { epoch: 1, epochAgentId: 'A' },
      { numberEpoch: 2 },
      'own',
    ],
  ] as const)('%s', (_, number, chosen, agentId) => {
    expect(sessionInForce(number, { ...conversation, ...chosen }).agentId).toBe(agentId)
  })

  test('is a new session after an epoch, the same at each read', () => {
    const first = sessionInForce({ epoch: 1 }, conversation)
    expect(first.sessionId).not.toBe('S')
    expect(sessionInForce({ epoch: 1 }, conversation)).toEqual(first)
    expect(sessionInForce({ epoch: 1 }, first)).toBe(first)
    expect(sessionInForce({ epoch: 2 }, conversation).sessionId).not.toBe(first.sessionId)
    expect(sessionInForce({ epoch: 1 }, { ...conversation, id: 'D' }).sessionId).not.toBe(first.sessionId)
  })

  test.each([
    ['ends with its session', { epoch: 1, epochAt: 20 }, {}, 'ended'],
    ['has ended, too, if only the session was stored since', { epoch: 1, epochAt: 20 }, { numberEpoch: 1 }, 'ended'],
    ['of the new session stays, even before the session is stored', { epoch: 1, epochAt: 5 }, {}, 'open'],
    ['stays without an epoch', {}, {}, 'open'],
  ] as const)('a request for a person %s', (_, number, chosen, state) => {
    const handoff = { id: 'h', reason: 'r', summary: 's', agentId: 'own', since: 10 }
    const waiting = { humanNeededSince: 10, waitingIn: 'o', waitingAt: '10' }
    const read = sessionInForce(number, { ...conversation, ...chosen, handoff, ...waiting })
    const { summary: __, ...past } = handoff
    expect(read).toMatchObject(
      state === 'open'
        ? { handoff, ...waiting }
        : {
            handoff: undefined,
            humanNeededSince: undefined,
            waitingIn: undefined,
            pastHandoffs: [{ ...past, endedAt: 20 }],
          },
    )
  })
})

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

const facts = { webhook: { enabled: true }, agent: {}, takenOver: false, paused: false }
const agentNumber = { sandbox: false, defaultRouting: 'agent' } as const

test.each([
  ['only stored', { sandbox: false }, {}, {}],
  ['inherits the routing of its number: an agent. The agent responds', agentNumber, {}, {}],
  ['the agent is paused', agentNumber, {}, { takenOver: true }],
  ['silent until somebody hands back', agentNumber, {}, { paused: true }],
  ['silent until somebody hands back', agentNumber, {}, { takenOver: true, paused: true }],
  ['No agent is connected', agentNumber, {}, { agent: null }],
  [
    'overrides the routing of its number: a webhook. The webhook receives',
    agentNumber,
    { routing: 'webhook', webhookId: 'w' },
    {},
  ],
  ['stored as failed', agentNumber, { routing: 'webhook', webhookId: 'w' }, { webhook: { enabled: false } }],
  ['The webhook no longer exists', agentNumber, { routing: 'webhook', webhookId: 'w' }, { webhook: null }],
  ['a sandbox number', { sandbox: true }, {}, {}],
] as const)('says "%s"', (text, ofNumber, conversation, more) => {
  const route = effectiveRoute(ofNumber, conversation)
  expect(explainRoute({ route, conversation, ...facts, ...more })).toContain(text)
})
