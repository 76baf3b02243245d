import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, expect, test } from 'vitest'
import { derivedTimeId } from '../platform/clock.ts'
import { settings } from '../platform/settings.ts'
import { DeliveryEntity } from './delivery-entity.ts'
import { findDelivery } from './get-delivery.ts'
import { FIRST_SHARD } from './shards.ts'
import { WebhookEntity } from './webhooks/webhook-entity.ts'

const AT = 1_795_167_600_000
const [organizationId, webhookId, id] = ['o', derivedTimeId(AT, 'webhook'), derivedTimeId(AT, 'delivery')]
const webhook = WebhookEntity.create({
  organizationId,
  id: webhookId,
  userId: 'u',
  name: 'Orders',
  url: 'https://example.com/',
  secret: 's',
  enabled: true,
  events: ['message.received'],
  createdAt: AT,
}).params().Item
const delivery = DeliveryEntity.create({
  webhookId,
  shard: FIRST_SHARD,
  id,
  event: 'message.received',
  payload: '{}',
  createdAt: AT,
  status: 'pending',
  attemptCount: 0,
  roundStart: 0,
  expiresAt: AT / 1000 + 60,
}).params().Item

const dynamodb = mockClient(DynamoDBDocumentClient)
afterEach(() => dynamodb.restore())

test('retries a key that DynamoDB did not process', async () => {
  const Keys = [{ pk: delivery.pk, sk: delivery.sk }]
  dynamodb.on(QueryCommand).resolves({ Items: [webhook] })
  dynamodb
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: {}, UnprocessedKeys: { [settings.TABLE_NAME]: { Keys } } })
    .resolves({ Responses: { [settings.TABLE_NAME]: [delivery] }, UnprocessedKeys: {} })
  expect(await findDelivery(organizationId, id, AT)).toMatchObject({ delivery: { id }, webhook: { id: webhookId } })
})
