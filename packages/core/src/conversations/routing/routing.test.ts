import { describe, expect, test } from 'vitest'
import { effectiveRoute } from './effective-route.ts'
import { lifecycleEvents } from './lifecycle-events.ts'

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
