import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { deliveryIdOf } from '../../conversations/messages/message-ids.ts'
import { DeliveryEntity, DeliveryPayloadEntity } from '../../deliveries/delivery-entity.ts'
import { keysOfMessages, listOtherKeys, listOtherPayloads } from './customer-deliveries.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())

test('the index of a conversation lists deliveries, and payloads that have none', async () => {
  const [delivery, payload] = [
    { webhookId: 'w', shard: '3', id: 'd' },
    { webhookId: 'w', deliveryId: 'p' },
  ]
  const index = { gsi2pk: 'deliveries#c', gsi2sk: 'c' }
  const keys = [DeliveryEntity.get(delivery).params().Key, DeliveryPayloadEntity.get(payload).params().Key]
  dynamodb.on(QueryCommand).resolves({ Items: keys.map((key) => ({ ...key, ...index })) })
  expect(await listOtherKeys('c')).toEqual({ keys: [delivery], next: null })
  expect(await listOtherPayloads('c')).toEqual([payload])
})

const DAY = 86_400_000
const now = 400 * DAY

test.each([
  ['a late status', [{ status: 'read' as const, at: now - DAY }], 1],
  ['an early status', [{ status: 'read' as const, at: now - 39 * DAY }], 0],
  ['no status', [], 0],
])('finds the deliveries of an old message with %s', async (_, statuses, found) => {
  const message: MessageItem = {
    organizationId: 'o',
    conversationId: 'c',
    id: 'm',
    direction: 'outbound',
    waId: 'w1',
    type: 'text',
    text: 'Hello',
    reportTo: ['w'],
    statuses,
    sentAt: now - 40 * DAY,
    takenAt: now - 40 * DAY,
    expiresAt: (now + 300 * DAY) / 1000,
  }
  dynamodb.on(QueryCommand).resolves({ Items: [] })
  const keys = await keysOfMessages('o', [message], now)
  const ids = statuses.map(({ at }) => deliveryIdOf(message, { webhookId: 'w', event: 'message.status.read' }, at))
  expect(new Set(keys.map(({ id }) => id))).toEqual(new Set(ids.slice(0, found)))
})
