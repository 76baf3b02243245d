import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@messaging/cloud/cloud.ts'
import { DeliveryEntity, type DeliveryItem } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'

/** Returns a reader of delivery records with the administrator's rights. */
export function deliveryReader(cloud: Cloud) {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: cloud.endpointUrl,
      region: cloud.environment.region,
      credentials: cloud.administrator,
    }),
  )
  const tableName = Object.values(cloud.outputs).flatMap((outputs) => outputs.TableName ?? [])[0]
  return async (webhookId: string, id: string): Promise<DeliveryItem | null> => {
    const { Item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { pk: `d#${webhookId}#0`, sk: id }, ConsistentRead: true }),
    )
    return Item ? DeliveryEntity.parse({ Item }).data : null
  }
}
