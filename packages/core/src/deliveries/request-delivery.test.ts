import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { derivedTimeId, isoTime } from '../platform/clock.ts'
import { settings } from '../platform/settings.ts'
import { DeliveryEntity, DeliveryPayloadEntity } from './delivery-entity.ts'
import { replayDeliveries, replayDelivery } from './request-delivery.ts'
import { FIRST_SHARD } from './shards.ts'
import { WebhookEntity } from './webhooks/webhook-entity.ts'

type NewItem = Parameters<typeof DeliveryEntity.create>[0]

const AT = 1_795_167_600_000
const [organizationId, webhookId, id] = ['o', derivedTimeId(AT, 'webhook'), derivedTimeId(AT, 'delivery')]
const copyId = derivedTimeId(AT, 'copy')
const webhook = {
  organizationId,
  id: webhookId,
  userId: 'u',
  name: 'Orders',
  url: 'https://example.com/',
  secret: 's',
  enabled: false,
  events: ['message.received' as const],
  createdAt: AT,
}
const delivery = {
  webhookId,
  shard: FIRST_SHARD,
  id,
  event: 'message.received' as const,
  payload: '{}',
  createdAt: AT,
  status: 'failed' as const,
  attemptCount: 1,
  roundStart: 0,
  expiresAt: AT / 1000 + 60,
}

const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => dynamodb.reset())
afterAll(() => dynamodb.restore())

/** Stores a webhook and deliveries. `reads` are the deliveries that each batch returns. */
function store(stored: Parameters<typeof WebhookEntity.create>[0], ...reads: readonly (NewItem | undefined)[]) {
  dynamodb.on(QueryCommand).resolves({ Items: [WebhookEntity.create(stored).params().Item] })
  const batches = dynamodb.on(BatchGetCommand)
  for (const read of reads) {
    const items = read ? [DeliveryEntity.create(read).params().Item] : []
    batches.resolvesOnce({ Responses: { [settings.TABLE_NAME]: items }, UnprocessedKeys: {} })
  }
}

test.each([
  ['disabled', webhook],
  ['deleted', { ...webhook, enabled: true, deletedAt: AT }],
])('returns a copy that was made before the webhook was %s', async (_, stored) => {
  const copy = { ...delivery, id: copyId, originId: id, status: 'pending' as const }
  store(stored, delivery, copy)
  expect(await replayDelivery(organizationId, id, AT, copyId)).toEqual({
    id: copyId,
    originId: id,
    webhookId,
    event: 'message.received',
    status: 'pending',
    createdAt: isoTime(AT),
  })
})

test('rejects the replay of a disabled webhook without a copy', async () => {
  store(webhook, delivery, undefined)
  await expect(replayDelivery(organizationId, id, AT, copyId)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'webhook_disabled',
    message: expect.stringContaining(`POST /api/v1/webhooks/${webhook.id}/enable/`),
  })
})

test('returns the copies of several deliveries that were made before the webhook was disabled', async () => {
  const other = derivedTimeId(AT, 'other delivery')
  dynamodb.on(QueryCommand).resolves({ Items: [WebhookEntity.create(webhook).params().Item] })
  const items = [delivery, { ...delivery, id: other }].map((one) => DeliveryEntity.create(one).params().Item)
  dynamodb.on(BatchGetCommand).resolves({ Responses: { [settings.TABLE_NAME]: items }, UnprocessedKeys: {} })
  const requestId = derivedTimeId(AT, 'request')
  const madeId = derivedTimeId(AT, 'replay', requestId, id)
  const made = DeliveryEntity.create({ ...delivery, id: madeId, originId: id }).params().Item
  dynamodb.on(GetCommand).callsFake(({ Key }) => (Key.sk === made.sk ? { Item: made } : {}))
  expect(await replayDeliveries(organizationId, { ids: [id, other] }, requestId, AT)).toEqual([
    { id, copyId: madeId, refusal: null },
    { id: other, copyId: null, refusal: 'webhook_disabled' },
  ])
})

test.each([['failed'], ['delivered']] as const)(
  'writes no copy of a %s delivery that is erased meanwhile, and no payload of one',
  async (status) => {
    const { payload: _, ...apart } = { ...delivery, status }
    store({ ...webhook, enabled: true }, apart)
    const text = 'x'.repeat(5000)
    dynamodb.on(GetCommand).callsFake(({ Key }) => {
      const item = DeliveryPayloadEntity.create({ webhookId, deliveryId: id, payload: text, expiresAt: 1 }).params()
        .Item
      return Key.pk === item.pk ? { Item: item } : {}
    })
    const reasons = [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }, { Code: 'None' }]
    dynamodb
      .on(TransactWriteCommand)
      .rejects(new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons: reasons }))
    await expect(replayDelivery(organizationId, id, AT, copyId)).rejects.toMatchObject({ code: 'not_found' })
    expect(dynamodb.commandCalls(PutCommand)).toEqual([])
    const [last] = dynamodb.commandCalls(TransactWriteCommand).slice(-1)
    const [check, ...written] = last?.args[0].input.TransactItems ?? []
    expect(check).toMatchObject({ ConditionCheck: { Key: DeliveryEntity.get(apart).params().Key } })
    expect(written).toHaveLength(2)
  },
)
