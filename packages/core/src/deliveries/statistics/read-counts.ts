import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { table } from '../../platform/table/table.ts'
import { blockKey, type HourCounts, hoursOfItem } from './counters.ts'

/** The counters of a webhook by the start of the hour in milliseconds; hours without deliveries may be absent. */
export type Hours = ReadonlyMap<number, HourCounts>

/** Returns the counters since an hour: about a read unit for each ten items of eight hours. */
export async function readCounts(webhookId: string, since: number): Promise<Hours> {
  const { pk, sk } = blockKey(webhookId, since)
  const hours = new Map<number, HourCounts>()
  let start: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.table,
        KeyConditionExpression: 'pk = :pk AND sk >= :sk',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ExclusiveStartKey: start,
      }),
    )
    for (const [hour, counts] of Items.flatMap(hoursOfItem)) hours.set(hour, counts)
    start = LastEvaluatedKey
  } while (start !== undefined)
  return hours
}
