import { eventsBilled } from '../event-bridge/event-bridge-service.ts'
import { type Call, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import type { Principal } from '../front-door/principals.ts'
import { parseObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { consumes, meterTransaction, type ReadItems, unitsOf, unitsOfRefusal } from './dynamodb-units.ts'
import type { Amounts, Books } from './ledger.ts'
import { sqsAmounts } from './sqs-requests.ts'
import type { TableSchema } from './table-schema.ts'

const CONDITIONAL = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/**
 * Records a service's calls in the ledger. `name` is its signing name. `readItems` reads the items of transactions. While
 * `isLimited`, partitions have limits, for which the units of reads are requested here.
 */
export function meteredService(
  name: string,
  service: Service,
  {
    books,
    schemas,
    readItems,
    isLimited,
  }: {
    readonly books: Books
    readonly schemas: ReadonlyMap<string, TableSchema>
    readonly readItems: ReadItems
    readonly isLimited: () => boolean
  },
): Service {
  const actions = new WeakMap<Call, string>()
  return {
    ...service,
    access(call) {
      const access = service.access(call)
      actions.set(call, access.action)
      return access
    },
    async handle(call) {
      if (!books.isCounting && !isLimited()) return service.handle(call)
      const caller = callerOf(call.principal)
      books.request(caller, name, actions.get(call) ?? service.access(call).action)
      if (name === 'dynamodb') {
        return callMetered(call, service, { schemas, readItems, charge: (amounts) => books.charge(caller, amounts) })
      }
      const reply = await service.handle(call)
      if (name === 'sqs') books.charge(caller, amountsOf(call, reply))
      if (name === 'events' && reply.status < 300)
        books.charge(caller, { busEvents: eventsBilled(jsonCall(call).input) })
      return reply
    },
  }
}

function amountsOf(call: Call, reply: Reply) {
  const { action, input } = jsonCall(call)
  return sqsAmounts(action, input, action === 'ReceiveMessage' ? parseObject(reply.body.toString()) : {})
}

function callerOf({ functionName, arn }: Principal): string {
  return functionName ?? arn.split('/').at(-1) ?? arn
}

/** Calls DynamoDB and records the cost. Requests more from the engine, and returns only what the caller requested. */
async function callMetered(
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
