import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@replywright/cloud'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { newDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import { derivedTimeId } from '@replywright/core/platform/clock.ts'
import { clientOf, outputOf } from '../support/administrator.ts'

/**
 * Writes a pending delivery without its queue message, as if the relay had not run for a day. Returns its id and
 * payload.
 */
export async function writeLostDelivery(
  cloud: Cloud,
  { organizationId, webhookId, at }: { organizationId: string; webhookId: string; at: number },
): Promise<{ id: string; payload: string }> {
  const id = derivedTimeId(at, 'lost', webhookId)
  const payload = JSON.stringify({ event: 'test.ping', timestamp: new Date(at).toISOString(), lost: id })
  const { delivery } = newDelivery({ deliveryDays: 30, id, organizationId, webhookId, event: 'test.ping', payload, at })
  const { out, ...item } = DeliveryEntity.create(delivery).params<{ Item: Record<string, unknown> }>().Item
  const TableName = outputOf(cloud, 'TableName')
  const client = DynamoDBDocumentClient.from(clientOf(DynamoDBClient, cloud))
  // The relay ignores an insert without `out`, and all later changes.
  await client.send(new PutCommand({ TableName, Item: item }))
  const Key = { pk: item.pk, sk: item.sk }
  const change = { UpdateExpression: 'SET #out = :out', ExpressionAttributeNames: { '#out': 'out' } }
  await client.send(new UpdateCommand({ TableName, Key, ...change, ExpressionAttributeValues: { ':out': out } }))
  return { id, payload }
}
