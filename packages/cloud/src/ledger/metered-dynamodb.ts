import type { Call, Reply, Service } from '../front-door/call.ts'
import { jsonCall } from '../front-door/json-call.ts'
import { parseObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { consumes, unitsOf, unitsOfRefusal } from './dynamodb-units.ts'
import type { Amounts } from './ledger.ts'
import type { TableSchema } from './table-schema.ts'
import { meterTransaction, type ReadItems } from './transaction-units.ts'

const CONDITIONAL = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/** Calls DynamoDB and records the cost. Requests more from the engine, and returns only what the caller requested. */
export async function callMetered(
  call: Call,
  { handle }: Pick<Service, 'handle'>,
  {
    schemas,
    readItems,
    charge,
  }: {
    readonly schemas: ReadonlyMap<string, TableSchema>
    readonly readItems: ReadItems
    readonly charge: (amounts: Partial<Amounts>) => void
  },
): Promise<Reply> {
  const { action, input } = jsonCall(call)
  if (!consumes(action)) return handle(call)
  const transaction =
    action === 'TransactWriteItems'
      ? // The engine's response to the transaction itself reports invalid keys.
        await meterTransaction(input, schemas, (keys) => readItems(keys).catch(() => []))
      : undefined
  const more = {
    ReturnConsumedCapacity: input.ReturnConsumedCapacity === 'INDEXES' ? 'INDEXES' : 'TOTAL',
    ...(CONDITIONAL.has(action) && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  }
  const reply = await handle({ ...call, body: Buffer.from(JSON.stringify({ ...input, ...more })) })
  const output = reply.status < 500 ? parseObject(reply.body.toString()) : {}
  if (reply.status >= 300) charge(unitsOfRefusal(input, output))
  else charge(transaction ? { writeUnits: await transaction.writeUnits() } : unitsOf(action, input, output))
  return reply.status < 500 ? { ...reply, ...without(reply, output, input) } : reply
}

/** Returns the response without what the caller did not request. */
function without({ status, headers }: Reply, output: JsonObject, input: JsonObject): Pick<Reply, 'headers' | 'body'> {
  // The checksum covers the original bytes.
  const { 'x-amz-crc32': _, ...kept } = headers
  const asksForCapacity = (input.ReturnConsumedCapacity ?? 'NONE') !== 'NONE'
  const asksForItem = status < 300 || input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
  const { ConsumedCapacity, Item, ...rest } = output
  const body = {
    ...rest,
    ...(asksForCapacity && ConsumedCapacity !== undefined && { ConsumedCapacity }),
    ...(asksForItem && Item !== undefined && { Item }),
  }
  return { headers: kept, body: JSON.stringify(body) }
}
