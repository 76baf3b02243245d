import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@messaging/cloud/cloud.ts'
import { DeliveryEntity } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'
import { newDelivery } from '@messaging/core/deliveries/deliveries/new-delivery.ts'
import { derivedTimeId } from '@messaging/core/platform/clock.ts'

/**
 * Writes a pending delivery whose message never was: as after a day on which the relay did not run. Answers its id and payload.
 */
export async function writeLostDelivery(
  cloud: Cloud,
  { organizationId, webhookId, at }: { organizationId: string; webhookId: string; at: number },
): Promise<{ id: string; payload: string }> {
  const id = derivedTimeId(at, 'lost', webhookId)
  const payload = JSON.stringify({ event: 'test.ping', timestamp: new Date(at).toISOString(), lost: id })
  const { delivery } = newDelivery({ id, organizationId, webhookId, event: 'test.ping', payload, at })
  const { out, ...item } = DeliveryEntity.create(delivery).params<{ Item: Record<string, unknown> }>().Item
  const TableName = Object.values(cloud.outputs).flatMap((outputs) => outputs.TableName ?? [])[0]
  const { endpointUrl: endpoint, environment, administrator: credentials } = cloud
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: environment.region, credentials }))
  // What is inserted without `out` is nothing to the relay, and what is changed later neither.
  await client.send(new PutCommand({ TableName, Item: item }))
  const Key = { pk: item.pk, sk: item.sk }
  const change = { UpdateExpression: 'SET #out = :out', ExpressionAttributeNames: { '#out': 'out' } }
  await client.send(new UpdateCommand({ TableName, Key, ...change, ExpressionAttributeValues: { ':out': out } }))
  return { id, payload }
}
