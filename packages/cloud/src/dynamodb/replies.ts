import { randomUUID } from 'node:crypto'
import type { Call, JsonCall, Reply, Service } from '../front-door/call.ts'
import { isList, isObject, listOf, objectAt, parseObject } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import type { Partition } from './partition-meter.ts'

type Handle = Service['handle']

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810'

interface CancellationReason {
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

function jsonReply(status: number, body: JsonObject): Reply {
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

/** Forwards a batch without the entries of `refused`, and returns these as unprocessed. */
export async function passWithout(
  refused: ReadonlySet<Json>,
  call: Call,
  { action, input }: JsonCall,
  next: Handle,
): Promise<Reply> {
  if (refused.size === 0) return next(call)
  const [field, nothing] =
    action === 'BatchGetItem' ? (['UnprocessedKeys', { Responses: {} }] as const) : (['UnprocessedItems', {}] as const)
  const requested = objectAt(input, 'RequestItems')
  const accepted = select(requested, (entry) => !refused.has(entry))
  const unprocessed = select(requested, (entry) => refused.has(entry))
  if (Object.keys(accepted).length === 0) return jsonReply(200, { ...nothing, [field]: unprocessed })
  const reply = await next(withBody(call, { ...input, RequestItems: accepted }))
  if (reply.status >= 300) return reply
  const output = parseObject(reply.body.toString())
  return jsonReply(200, { ...output, [field]: merge(objectAt(output, field), unprocessed) })
}

/** Returns the wanted entries of a batch, without tables that have none. */
function select(requested: JsonObject, wanted: (entry: Json) => boolean): JsonObject {
  const tables = Object.entries(requested).flatMap(([table, asked]): (readonly [string, Json])[] => {
    const entries = entriesOf(asked).filter(wanted)
    return entries.length === 0 ? [] : [[table, isObject(asked) ? { ...asked, Keys: entries } : entries]]
  })
  return Object.fromEntries(tables)
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const tables = Object.entries(b).map(([table, asked]): readonly [string, Json] => {
    const entries = [...entriesOf(a[table]), ...entriesOf(asked)]
    return [table, isObject(asked) ? { ...asked, Keys: entries } : entries]
  })
  return { ...a, ...Object.fromEntries(tables) }
}

/** Returns a table's entries. A batch of writes has a list per table, a batch of reads an object with `Keys`. */
function entriesOf(asked: Json | undefined): readonly Json[] {
  return isList(asked) ? asked : listOf(objectAt({ asked: asked ?? null }, 'asked').Keys)
}
