import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@replywright/cloud'
import { clientOf } from './administrator.ts'

/** Creates a second table with these items, as a restored backup. */
export async function fillTable(
  cloud: Cloud,
  TableName: string,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  const client = DynamoDBDocumentClient.from(clientOf(DynamoDBClient, cloud))
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  )
  for (const Item of items) await client.send(new PutCommand({ TableName, Item }))
}
