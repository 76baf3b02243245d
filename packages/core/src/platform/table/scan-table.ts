import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
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

type Key = Readonly<Record<string, unknown>>

/** How far each segment was read: `next` of its last page, null when it is complete, undefined before its first page. */
export type ScanPositions = readonly (Key | null | undefined)[]

/** A page of one segment holds 1 MB, and one page of each is in memory. */
const SEGMENTS = 8

export interface ScannedItems {
  readonly items: readonly Key[]
  /** The number of items that were read, including those that did not match. */
  readonly scanned: number
  readonly readUnits: number
  /** The positions after this page, to continue later. */
  readonly positions: ScanPositions
}

/**
 * Reads any table in segments side by side, 1 MB at a time. Returns every item, or those that match `filter`. `attributes` are those to
 * return; all if absent. `positions` continue an earlier scan.
 */
export async function* scanItems(
  tableName: string,
  {
    attributes,
    filter,
    values,
    positions: start = Array.from({ length: SEGMENTS }, () => undefined),
  }: Partial<Pick<ScanRequest, 'attributes' | 'filter' | 'values'>> & { readonly positions?: ScanPositions } = {},
): AsyncGenerator<ScannedItems> {
  const names = attributes && Object.fromEntries(attributes.map((name) => [`#${name}`, name]))
  const positions = [...start]
  const read = async (segment: number) => {
    const page = await table.client.send(
      new ScanCommand({
        TableName: tableName,
        Segment: segment,
        TotalSegments: positions.length,
        ExclusiveStartKey: positions[segment] ?? undefined,
        ReturnConsumedCapacity: 'TOTAL',
        ...(names && { ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names }),
        ...(filter !== undefined && { FilterExpression: filter, ExpressionAttributeValues: values }),
      }),
    )
    return { segment, page }
  }
  const reading = new Map(
    positions.flatMap((position, segment) => (position === null ? [] : [[segment, read(segment)] as const])),
  )
  while (reading.size > 0) {
    const { segment, page } = await Promise.race(reading.values())
    positions[segment] = page.LastEvaluatedKey ?? null
    if (page.LastEvaluatedKey) reading.set(segment, read(segment))
    else reading.delete(segment)
    const { Items: items = [], ScannedCount: scanned = items.length, ConsumedCapacity } = page
    yield { items, scanned, readUnits: ConsumedCapacity?.CapacityUnits ?? 0, positions: [...positions] }
  }
}

const Positions = v.array(v.nullable(v.record(v.string(), v.unknown())))

/** Returns positions as one word, for a command that continues. A segment that was not begun is an empty key. */
export function writePositions(positions: ScanPositions): string {
  const written = positions.map((position) => (position === undefined ? {} : position))
  return Buffer.from(JSON.stringify(written)).toString('base64url')
}

/** Returns the positions of a word. @throws Error for a word that `writePositions` did not return */
export function readPositions(word: string): ScanPositions {
  try {
    const read = v.parse(Positions, JSON.parse(Buffer.from(word, 'base64url').toString()))
    return read.map((position) => (position && Object.keys(position).length === 0 ? undefined : position))
  } catch (cause) {
    throw new Error('The position is none that an interrupted run printed.', { cause })
  }
}
