import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { table } from './table.ts'

/** Which items of the whole table are wanted, and what of them, in DynamoDB's terms. */
export interface ScanRequest {
  readonly filter: string
  readonly values: Readonly<Record<string, string | number>>
  /** Stored names of the attributes to answer; `#` and the name stands for each in `filter`. */
  readonly attributes: readonly string[]
}

export interface ScannedPage {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** Items that were read for it, wanted or not. */
  readonly scanned: number
  /** Read units that it cost. */
  readonly readUnits: number
}

/**
 * Reads the whole table, 1 MB at a time. For operators only: it costs half a read unit for each 4 KB that the table holds, and
 * no function has the right to it.
 */
export async function* scanTable({ filter, values, attributes }: ScanRequest): AsyncGenerator<ScannedPage> {
  const names = Object.fromEntries(attributes.map((name) => [`#${name}`, name]))
  let start: Record<string, unknown> | undefined
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.table,
        FilterExpression: filter,
        ProjectionExpression: Object.keys(names).join(', '),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnConsumedCapacity: 'TOTAL',
        ExclusiveStartKey: start,
      }),
    )
    start = page.LastEvaluatedKey
    yield {
      items: page.Items ?? [],
      scanned: page.ScannedCount ?? 0,
      readUnits: page.ConsumedCapacity?.CapacityUnits ?? 0,
    }
  } while (start !== undefined)
}

/** Every item of any table, whole, 1 MB at a time. */
export async function* scanItems(tableName: string): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let start: Record<string, unknown> | undefined
  do {
    const page = await table.client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: start }))
    start = page.LastEvaluatedKey
    yield page.Items ?? []
  } while (start !== undefined)
}
