import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { table } from './table.ts'

/** The items to return and their attributes, in DynamoDB's terms. */
interface ScanRequest {
  readonly filter: string
  readonly values: Readonly<Record<string, string | number>>
  /** Stored names of the attributes to return. `filter` refers to each as `#` and the name. */
  readonly attributes: readonly string[]
  /** The `next` of an earlier page, to continue after it. */
  readonly start?: Readonly<Record<string, unknown>> | undefined
}

export interface ScannedPage {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** The number of items that were read, including those that did not match. */
  readonly scanned: number
  /** The read units that were consumed. */
  readonly readUnits: number
  /** Where the next page starts; undefined for the last page. */
  readonly next: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads the whole table, 1 MB at a time, half a read unit per 4 KB. Only operators' commands and the dashboard's
 * reconciliation have the permission.
 */
export async function* scanTable({
  filter,
  values,
  attributes,
  start: first,
}: ScanRequest): AsyncGenerator<ScannedPage> {
  const names = Object.fromEntries(attributes.map((name) => [`#${name}`, name]))
  let start = first
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
      next: start,
    }
  } while (start !== undefined)
}

/** Reads every item of any table, whole, 1 MB at a time. */
export async function* scanItems(tableName: string): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let start: Record<string, unknown> | undefined
  do {
    const page = await table.client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: start }))
    start = page.LastEvaluatedKey
    yield page.Items ?? []
  } while (start !== undefined)
}
