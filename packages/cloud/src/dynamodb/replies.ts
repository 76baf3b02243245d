import { randomUUID } from 'node:crypto'
import type { Call, Reply } from '../front-door/call.ts'
import type { JsonObject } from '../resource.ts'
import type { Partition } from './partition-meter.ts'

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810'

/** Why an item cancels a transaction. */
export interface CancellationReason {
  readonly Code: 'TransactionConflict' | 'ThrottlingError'
  readonly Message: string
}

/** What the developer guide and AWS's own replies say of an item that a transaction works on. */
export const TRANSACTION_CONFLICT: CancellationReason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
}

const THROTTLED_TABLE =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or ' +
  'index so please try again shortly. If exceptions persist, check if you have a hot key: ' +
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html'
const THROTTLED_INDEX =
  'Throughput exceeds the current capacity for one or more global secondary indexes. ' +
  'DynamoDB is automatically scaling your index so please try again shortly.'

/** The same call with another input. */
export function withBody(call: Call, input: JsonObject): Call {
  return { ...call, body: Buffer.from(JSON.stringify(input)) }
}

/** A reply of DynamoDB. */
export function jsonReply(status: number, body: JsonObject): Reply {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  }
}

/** The refusal of a single write of an item that a transaction works on. */
export function transactionConflict(): Reply {
  return errorReply('TransactionConflictException', { message: TRANSACTION_CONFLICT.Message })
}

/** The refusal of a transaction whose `ClientRequestToken` belongs to one that has not ended. */
export function transactionInProgress(): Reply {
  const Message = 'The transaction with the given request token is already in progress'
  return errorReply('TransactionInProgressException', { Message })
}

/** The refusal of a transaction. `reasons` are in the order of its items, `undefined` for items that are not a reason. */
export function transactionCanceled(reasons: readonly (CancellationReason | undefined)[]): Reply {
  const CancellationReasons = reasons.map((reason) => (reason ? { ...reason } : { Code: 'None' }))
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ')
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return errorReply('TransactionCanceledException', { Message, CancellationReasons })
}

/** Why a hot partition cancels a transaction. */
export function throttlingError({ isIndex }: Partition): CancellationReason {
  return { Code: 'ThrottlingError', Message: isIndex ? THROTTLED_INDEX : THROTTLED_TABLE }
}

/** The refusal of a call on a hot partition of a table that is billed on demand. */
export function throttled({ arn, isIndex, operation }: Partition): Reply {
  const reason = `${isIndex ? 'Index' : 'Table'}${operation}KeyRangeThroughputExceeded`
  return errorReply('ThrottlingException', {
    message: isIndex ? THROTTLED_INDEX : THROTTLED_TABLE,
    throttlingReasons: [{ reason, resource: arn }],
  })
}

function errorReply(code: string, fields: JsonObject): Reply {
  return jsonReply(400, { __type: `${NAMESPACE}#${code}`, ...fields })
}
