import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { backOff, type Patience } from '../back-off.ts'

/** The table, or an item's partition, took no more at this moment. The SDK retries these itself, but only a few times. */
const THROTTLED = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]
/** The same as reasons of a cancelled transaction. */
const CONTENDED_REASONS = ['ProvisionedThroughputExceeded', 'ThrottlingError', 'TransactionConflict']

/**
 * Makes a client retry calls that met another transaction or were throttled, which the SDK does not do, or not for long. Every
 * such call had no effect. A transaction that a condition refused is not retried.
 */
export function retryContention<Client extends DynamoDBClient>(client: Client, patience?: Patience): Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const again = backOff(patience)
      for (;;) {
        try {
          return await next(args)
        } catch (error) {
          if (!isContention(error) || !(await again())) throw error
        }
      }
    },
    { step: 'initialize', name: 'retryContention' },
  )
  return client
}

/** Whether a call failed only because of what others did at the same moment. */
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
