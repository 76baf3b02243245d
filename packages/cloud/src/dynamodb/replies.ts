import { randomUUID } from 'node:crypto'
import type { Call, Reply } from '../front-door/call.ts'
import type { JsonObject } from '../resource.ts'
import type { Partition } from './partition-meter.ts'

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810'

export interface CancellationReason {
  readonly Code: 'TransactionConflict' | 'ThrottlingError'
  readonly Message: string
}

/** The reason that the developer guide and AWS's replies give for an item in an ongoing transaction. */
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

export function withBody(call: Call, input: JsonObject): Call {
  return { ...call, body: Buffer.from(JSON.stringify(input)) }
}

export function jsonReply(status: number, body: JsonObject): Reply {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  }
}

/** Rejects a single write of an item in an ongoing transaction. */
export function transactionConflict(): Reply {
  return errorReply('TransactionConflictException', { message: TRANSACTION_CONFLICT.Message })
}

/** Rejects a transaction whose `ClientRequestToken` belongs to an ongoing one. */
export function transactionInProgress(): Reply {
  const Message = 'The transaction with the given request token is already in progress'
  return errorReply('TransactionInProgressException', { Message })
}

/** Rejects a transaction. `reasons` are in the order of its items; `undefined` for an item without a reason. */
export function transactionCanceled(reasons: readonly (CancellationReason | undefined)[]): Reply {
  const CancellationReasons = reasons.map((reason) => (reason ? { ...reason } : { Code: 'None' }))
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ')
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return errorReply('TransactionCanceledException', { Message, CancellationReasons })
}

/** Returns the reason for a transaction that a hot partition cancels. */
export function throttlingError({ isIndex }: Partition): CancellationReason {
  return { Code: 'ThrottlingError', Message: isIndex ? THROTTLED_INDEX : THROTTLED_TABLE }
}

/** Rejects a call on a hot partition of an on-demand table. */
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
