import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type BackOffOptions, backOff } from '../back-off.ts'

/** Errors of a table or partition without capacity. The SDK retries them too, but only a few times. */
const THROTTLED = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]
/** The same errors as reasons of a cancelled transaction. */
const CONTENDED_REASONS = ['ProvisionedThroughputExceeded', 'ThrottlingError', 'TransactionConflict']

/**
 * Makes a client retry calls that conflict with a transaction or are throttled. The SDK does not retry these, or only a
 * few times. Such a call had no effect. A transaction that failed a condition is not retried.
 */
export function retryContention<Client extends DynamoDBClient>(client: Client, options?: BackOffOptions): Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const mayRetry = backOff(options)
      for (;;) {
        try {
          return await next(args)
        } catch (error) {
          if (!isContention(error) || !(await mayRetry())) throw error
        }
      }
    },
    { step: 'initialize', name: 'retryContention' },
  )
  return client
}

/** Returns whether a call failed only because of concurrent calls. */
export function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TransactionConflictException' || THROTTLED.includes(error.name)) return true
  if (error.name !== 'TransactionCanceledException') return false
  const codes = reasonsOf(error)
  return !codes.includes('ConditionalCheckFailed') && codes.some((code) => CONTENDED_REASONS.includes(code))
}

function reasonsOf(error: Error & { readonly CancellationReasons?: unknown }): string[] {
  const { CancellationReasons: reasons } = error
  return Array.isArray(reasons) ? reasons.map((reason) => String(reason?.Code)) : []
}
