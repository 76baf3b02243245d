import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test } from 'vitest'
import { DeliveryEntity, DeliveryPayloadEntity } from '../../deliveries/delivery-entity.ts'
import { listOtherKeys, listOtherPayloads } from './customer-deliveries.ts'

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
