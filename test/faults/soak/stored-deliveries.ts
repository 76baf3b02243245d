import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { DeliveryEntity, type DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import { allShards, MOST_SHARDS } from '@replywright/core/deliveries/shards.ts'
import * as v from 'valibot'

const Administrator = v.object({
  environment: v.object({
    AWS_ENDPOINT_URL: v.string(),
    AWS_REGION: v.string(),
    AWS_ACCESS_KEY_ID: v.string(),
    AWS_SECRET_ACCESS_KEY: v.string(),
    TABLE_NAME: v.string(),
  }),
})

/** Returns the stored status of every delivery to a webhook by delivery id. Requires the service to run. */
export async function storedDeliveries(dataDir: string, webhookId: string): Promise<Map<string, string>> {
  return new Map((await readDeliveries(dataDir, webhookId)).map(({ id, status }) => [id, status]))
}

/** Returns every delivery to a webhook, oldest first, with strongly consistent reads. Requires the service to run. */
export async function readDeliveries(dataDir: string, webhookId: string): Promise<DeliveryItem[]> {
  const { environment } = v.parse(
    Administrator,
    JSON.parse(await readFile(join(dataDir, 'administrator.json'), 'utf8')),
  )
  // The entity needs the name of its table.
  process.env.TABLE_NAME = environment.TABLE_NAME
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: environment.AWS_ENDPOINT_URL,
      region: environment.AWS_REGION,
      credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY },
    }),
  )
  const deliveries: DeliveryItem[] = []
  for (const shard of allShards({ shards: MOST_SHARDS })) {
    const query = {
      TableName: environment.TABLE_NAME,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `d#${webhookId}#${shard}` },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      for (const Item of Items) {
        const { data } = DeliveryEntity.parse({ Item })
        if (data) deliveries.push(data)
      }
    }
  }
  client.destroy()
  return deliveries.toSorted((a, b) => a.id.localeCompare(b.id))
}
