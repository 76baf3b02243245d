import { numberOf, objectAt, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import type { StreamMapping } from './mapping.ts'
import { describe, failedItems, isThrottled, type PollerContext, pause } from './poller.ts'

/** A record of Lambda's event for a stream record; binary values are base64. */
export interface StreamRecord {
  readonly eventID: string
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly eventVersion: string
  readonly eventSource: 'aws:dynamodb'
  readonly awsRegion: string
  readonly dynamodb: {
    /** Whole seconds since the epoch. */
    readonly ApproximateCreationDateTime: number
    readonly Keys: unknown
    readonly NewImage?: unknown
    readonly OldImage?: unknown
    readonly SequenceNumber: string
    readonly SizeBytes: number
    readonly StreamViewType: string
  }
  readonly eventSourceARN: string
  /** Present if time to live deleted the item. */
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' }
}

/** Waits between attempts double from the first to the last of these. */
const BACK_OFF_START_MILLISECONDS = 50
const BACK_OFF_LIMIT_MILLISECONDS = 1000

/** DynamoDB Local truncates the time of a record to the minute, so the record appears up to this much older. */
const CLOCK_GRAIN_MILLISECONDS = 60_000

export type DiscardReason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded'

export interface BatchContext extends PollerContext {
  readonly mapping: StreamMapping
  readonly signal: AbortSignal
  /** Marks all records up to this sequence number as processed. */
  readonly advance: (sequenceNumber: string) => void
  /** Notifies the failure destination. Rejects if that fails. */
  readonly discard: (records: readonly StreamRecord[], reason: DiscardReason, attempts: number) => Promise<void>
}

/**
 * Invokes the function until all records are processed: successful, or discarded after too many attempts or too much
 * time. The checkpoint moves to the last processed record.
 * @param failures Attempts that have already failed.
 * @returns false if it was stopped before the end.
 */
export async function handleBatch(
  records: readonly StreamRecord[],
  context: BatchContext,
  failures = 0,
): Promise<boolean> {
  const { mapping, signal } = context
  let rest = records
  let failed = failures
  while (rest.length > 0) {
    if (signal.aborted) return false
    const reason = discardReason(rest, failed, mapping)
    if (reason) {
      await context.discard(rest, reason, failed)
      context.advance(sequenceNumberOf(rest, rest.length - 1))
      return true
    }
    const outcome = await attempt(rest, context)
    const succeeded = typeof outcome === 'number' ? outcome : 0
    if (succeeded > 0) context.advance(sequenceNumberOf(rest, succeeded - 1))
    rest = rest.slice(succeeded)
    if (rest.length === 0) return true
    if (outcome === 'throttled') await pause(BACK_OFF_LIMIT_MILLISECONDS, signal)
    else if (outcome !== 'too large') {
      failed = succeeded > 0 ? 1 : failed + 1
      await pause(Math.min(BACK_OFF_LIMIT_MILLISECONDS, BACK_OFF_START_MILLISECONDS * 2 ** (failed - 1)), signal)
    }
    if (rest.length > 1 && (outcome === 'too large' || (outcome === 'failed' && mapping.bisect))) {
      const middle = Math.ceil(rest.length / 2)
      const first = await handleBatch(rest.slice(0, middle), context, failed)
      return first && handleBatch(rest.slice(middle), context, failed)
    }
  }
  return true
}

/** Returns how many records succeeded before the first failure, or why the batch failed as a whole. */
async function attempt(
  records: readonly StreamRecord[],
  { lambda, mapping, log }: BatchContext,
): Promise<number | 'failed' | 'throttled' | 'too large'> {
  try {
    const { payload, functionError } = await lambda.invoke(mapping.functionName, { Records: records })
    if (functionError) {
      log(`${mapping.functionName} failed: ${JSON.stringify(payload)}`)
      return 'failed'
    }
    if (!mapping.partialResponses) return records.length
    const ids = records.map(({ dynamodb }) => dynamodb.SequenceNumber)
    const failures = failedItems(payload, ids)
    const first = ids.findIndex((id) => failures.has(id))
    return first < 0 ? records.length : first
  } catch (error) {
    if (error instanceof Error && error.name === 'RequestTooLargeException' && records.length > 1) return 'too large'
    log(`${mapping.functionName} was not invoked: ${describe(error)}`)
    // Lambda retries a throttled batch until its records expire. These attempts do not count.
    return isThrottled(error) ? 'throttled' : 'failed'
  }
}

function discardReason(
  records: readonly StreamRecord[],
  failures: number,
  { maximumRetries, maximumAgeMilliseconds }: StreamMapping,
): DiscardReason | undefined {
  if (failures > maximumRetries) return 'RetryAttemptsExhausted'
  const createdAt = (records[0]?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000
  const age = Date.now() - createdAt - CLOCK_GRAIN_MILLISECONDS
  return age > maximumAgeMilliseconds ? 'RecordAgeExceeded' : undefined
}

function sequenceNumberOf(records: readonly StreamRecord[], index: number): string {
  return records[index]?.dynamodb.SequenceNumber ?? ''
}

/**
 * Converts a record of a `GetRecords` response to a record of a Lambda event. `hasExpired` returns whether the time to
 * live deleted the item with these keys.
 */
export function streamRecord(
  record: JsonObject,
  streamArn: string,
  region: string,
  hasExpired: (keys: Json | undefined) => boolean = () => false,
): StreamRecord {
  const { eventName } = record
  const dynamodb = objectAt(record, 'dynamodb')
  const { NewImage, OldImage } = dynamodb
  const known = eventName === 'INSERT' || eventName === 'MODIFY' || eventName === 'REMOVE'
  // DynamoDB Local has another event name for deletions by time to live.
  const expired = !known || Boolean(record.userIdentity) || (eventName === 'REMOVE' && hasExpired(dynamodb.Keys))
  return {
    eventID: textOf(record.eventID) ?? '',
    eventName: known ? eventName : 'REMOVE',
    eventVersion: textOf(record.eventVersion) ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(numberOf(dynamodb.ApproximateCreationDateTime) ?? 0),
      Keys: objectAt(dynamodb, 'Keys'),
      ...(isImage(NewImage) && { NewImage }),
      ...(isImage(OldImage) && { OldImage }),
      SequenceNumber: textOf(dynamodb.SequenceNumber) ?? '',
      SizeBytes: numberOf(dynamodb.SizeBytes) ?? 0,
      StreamViewType: textOf(dynamodb.StreamViewType) ?? '',
    },
    eventSourceARN: streamArn,
    ...(expired && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  }
}

function isImage(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}
