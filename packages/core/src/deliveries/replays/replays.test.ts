import { DynamoDBDocumentClient, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { derivedId, newId } from '../../platform/clock.ts'
import { stepMessage } from './replay-entity.ts'
import { bulkReplay, replayView } from './replays.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())
beforeEach(() => {
  dynamodb.reset()
})
const NOW = 1_795_167_600_000

const webhook = (n: number) => ({
  pk: 'o#o',
  sk: `webhook#${n}`,
  _e: 'webhook',
  _v: '1',
  organizationId: 'o',
  userId: 'u',
  id: derivedId('webhook', String(n)),
  name: `Webhook ${n}`,
  url: 'https://example.com',
  secret: 's',
  enabled: true,
  events: new Set(['test.ping']),
  createdAt: NOW,
})

/** Stores webhooks, each with more failed deliveries than are counted. Returns how many of these were read. */
function storeWebhooks(count: number): { read: number } {
  const state = { read: 0 }
  dynamodb.on(QueryCommand).callsFake(({ IndexName, Limit }) => {
    if (!IndexName) return { Items: Array.from({ length: count }, (_, n) => webhook(n)) }
    state.read += Limit
    const item = { pk: 'p', sk: 's', _e: 'delivery', _v: '1', expiresAt: NOW / 1000 + 86_400 }
    return { Items: Array.from({ length: Limit }, () => item), LastEvaluatedKey: { pk: 'p', sk: 's' } }
  })
  return state
}

test.each([
  [1, 10_000],
  [3, 3333],
  [50, 200],
])('a dry run for %i webhooks counts at most 10,000 deliveries, %i of each', async (webhooks, each) => {
  const state = storeWebhooks(webhooks)
  const counted = await bulkReplay('o', { since: 0, dryRun: true }, newId(), NOW)
  expect(counted.webhooks.map(({ count, orMore }) => [count, orMore])).toEqual(Array(webhooks).fill([each, true]))
  expect(state.read).toBeLessThanOrEqual(10_000)
})

test.each([1, 3])(
  'starting the replays of %i webhooks counts at most 10,000 deliveries of each, once',
  async (webhooks) => {
    const state = storeWebhooks(webhooks)
    dynamodb.on(GetCommand).callsFake(({ Key }) => {
      const n = Array.from({ length: webhooks }, (_, each) => each).find(
        (each) => Key.sk === `webhook#${webhook(each).id}`,
      )
      return n === undefined ? {} : { Item: webhook(n) }
    })
    dynamodb.on(TransactWriteCommand).resolves({})
    const { webhooks: started } = await bulkReplay('o', { since: 0, dryRun: false }, newId(), NOW)
    expect(started.map(({ count, refusal }) => [count, refusal])).toEqual(Array(webhooks).fill([10_000, null]))
    expect(state.read).toBe(webhooks === 1 ? 10_000 : webhooks * 10_000 + 9_999)
  },
)

const replay = {
  organizationId: 'o',
  webhookId: 'w',
  id: 'r',
  since: 0,
  until: 1000,
  status: 'running',
  total: 3,
  replayed: 1,
  step: 0,
  startedAt: 2000,
  updatedAt: 3000,
  expiresAt: 9,
} as const
const time = (second: number) => `1970-01-01T00:00:0${second}.000Z`
const view = {
  ...{ id: 'r', webhookId: 'w', since: time(0), until: time(1), event: null, status: 'running', cancelReason: null },
  ...{ total: 3, replayed: 1, delivered: 1, failed: null },
  ...{ startedAt: time(2), updatedAt: time(3), finishedAt: null },
}

test.each([
  [{}, {}],
  [{ event: 'message.received' }, { event: 'message.received' }],
  [
    { status: 'cancelled', cancelReason: 'requested', finishedAt: 4000 },
    { status: 'cancelled', cancelReason: 'requested', finishedAt: time(4) },
  ],
] as const)('shows a replay with %o', (stored, shown) => {
  expect(replayView({ ...replay, ...stored }, { delivered: 1, failed: null })).toEqual({ ...view, ...shown })
})

test('delays each step by a second, to limit a replay to one step per second', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', replayId: 'r1', step: 3 }
  expect(stepMessage({ organizationId: 'o1', webhookId: 'w1', id: 'r1', step: 3 })).toEqual({
    q: 'replays',
    g: 'o1',
    b: JSON.stringify(reference),
    d: 1,
  })
})
