import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@replywright/cloud'
import { clientOf, outputOf } from './administrator.ts'

type Item = Record<string, unknown>

/**
 * Reads and writes stored items of the service's table with the administrator's rights. Reads are strongly consistent.
 */
export function storedItems(cloud: Cloud) {
  const client = DynamoDBDocumentClient.from(clientOf(DynamoDBClient, cloud))
  const TableName = outputOf(cloud, 'TableName')
  return {
    async get(pk: string, sk: string): Promise<Item | undefined> {
      return (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item
    },
    async partition(pk: string): Promise<Item[]> {
      const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
      return (await client.send(new QueryCommand({ TableName, ...query, ConsistentRead: true }))).Items ?? []
    },
    async put(item: Item): Promise<void> {
      await client.send(new PutCommand({ TableName, Item: item }))
    },
    async delete(pk: string, sk: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }))
    },
  }
}
