import { setTimeout } from 'node:timers/promises'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Ms } from '@replywright/contract/time.ts'
import { type Clock, systemClock } from '../clock.ts'

/** Errors of a table or partition without capacity. The SDK retries them too, but only a few times. */
const THROTTLED = ['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException']
const CONFLICTING = ['TransactionConflictException', 'TransactionInProgressException']
/** The same errors as reasons of a cancelled transaction. */
const THROTTLED_REASONS = ['ProvisionedThroughputExceeded', 'ThrottlingError']
const CONTENDED_REASONS = [...THROTTLED_REASONS, 'TransactionConflict']

export interface ContentionOptions extends BackOffOptions {
  /** The deadline of throttled calls. @default that of all calls */
  readonly throttledDeadlineMilliseconds?: Ms | undefined
}

/**
 * Makes a client retry calls that conflict with a transaction or are throttled. The SDK does not retry these, or only a
 * few times. Such a call had no effect. A transaction that failed a condition is not retried.
 */
export function retryContention<Client extends DynamoDBClient>(
  client: Client,
  { throttledDeadlineMilliseconds: deadlineMilliseconds, ...options }: ContentionOptions = {},
): Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const mayRetry = backOff(options)
      const mayRetryThrottled = backOff({
        ...options,
        ...(deadlineMilliseconds !== undefined && { deadlineMilliseconds }),
      })
      for (;;) {
        try {
          return await next(args)
        } catch (error) {
          if (!isContention(error) || !(await (isThrottled(error) ? mayRetryThrottled : mayRetry)())) throw error
        }
      }
    },
    { step: 'initialize', name: 'retryContention' },
  )
  return client
}

/** Returns whether a call failed only because of concurrent calls. */
function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (CONFLICTING.includes(error.name) || THROTTLED.includes(error.name)) return true
  if (error.name !== 'TransactionCanceledException') return false
  const codes = reasonsOf(error)
  return !codes.includes('ConditionalCheckFailed') && codes.some((code) => CONTENDED_REASONS.includes(code))
}

/** A transaction can be throttled and conflict at the same time. */
function isThrottled(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (THROTTLED.includes(error.name)) return true
  return (
    error.name === 'TransactionCanceledException' && reasonsOf(error).some((code) => THROTTLED_REASONS.includes(code))
  )
}

function reasonsOf(error: Error & { readonly CancellationReasons?: unknown }): string[] {
  const { CancellationReasons: reasons } = error
  return Array.isArray(reasons) ? reasons.map((reason) => String(reason?.Code)) : []
}

/**
 * Returns whether a write was throttled because its partition key has too many writes, and not the table or an index.
 */
export function isHotPartition(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (!THROTTLED.includes(error.name)) return isHotPartition(error.cause)
  const reasons = throttlingReasonsOf(error)
  return reasons.length === 0 || reasons.some((reason) => reason.startsWith('TableWriteKeyRange'))
}

/** DynamoDB spells the name of the list differently in two errors. */
function throttlingReasonsOf(
  error: Error & { readonly ThrottlingReasons?: unknown; readonly throttlingReasons?: unknown },
): string[] {
  const reasons = error.ThrottlingReasons ?? error.throttlingReasons
  return Array.isArray(reasons) ? reasons.map((each) => String(each?.reason)) : []
}

type Pause = (milliseconds: Ms) => Promise<unknown>

/** The deadline of the retries, and the clock and the pause that they use. */
export interface BackOffOptions {
  /** @default 8,000: an API function has 15 s; a delivery worker has 30 s for its request (10 s) and its writes. */
  readonly deadlineMilliseconds?: Ms
  readonly clock?: Clock
  readonly pause?: Pause
}

const DEADLINE_MILLISECONDS = 8000
const FIRST_PAUSE_MILLISECONDS = 25
const MAX_PAUSE_MILLISECONDS = 800

/** Returns a pause, exponential with full jitter. It resolves to true, or to false at once after the deadline. */
export function backOff({
  deadlineMilliseconds = DEADLINE_MILLISECONDS,
  clock = systemClock,
  pause = setTimeout,
}: BackOffOptions = {}): () => Promise<boolean> {
  const endsAt = clock() + deadlineMilliseconds
  let limit = FIRST_PAUSE_MILLISECONDS
  return async () => {
    if (clock() >= endsAt) return false
    limit = Math.min(2 * limit, MAX_PAUSE_MILLISECONDS)
    await pause(Math.random() * limit)
    return true
  }
}
