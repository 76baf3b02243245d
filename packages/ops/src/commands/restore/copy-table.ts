import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

/** A large table takes hours. */
const LONGEST_RESTORE_SECONDS = 12 * 3600
const MOST_ITEMS_OF_A_WRITE = 25

/** Restores the latest state of a table into a new one, and waits for it. */
export async function restoreTable(client: DynamoDBClient, source: string, target: string): Promise<void> {
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: source,
      TargetTableName: target,
      UseLatestRestorableTime: true,
      BillingModeOverride: 'PAY_PER_REQUEST',
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: LONGEST_RESTORE_SECONDS }, { TableName: target })
}

/** Copies a table of the embedded cloud, which has no backups, with its indexes and items. */
export async function copyTable(client: DynamoDBClient, source: string, target: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: source }))
  await client.send(
    new CreateTableCommand({
      TableName: target,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  )
  for await (const { Items = [] } of paginateScan({ client }, { TableName: source }))
    for (let start = 0; start < Items.length; start += MOST_ITEMS_OF_A_WRITE) {
      const puts = Items.slice(start, start + MOST_ITEMS_OF_A_WRITE).map((Item) => ({ PutRequest: { Item } }))
      await client.send(new BatchWriteItemCommand({ RequestItems: { [target]: puts } }))
    }
}
