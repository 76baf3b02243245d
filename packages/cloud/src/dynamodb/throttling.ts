import { type Call, type JsonCall, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import { objectAt, parseObject, textOf } from '../json.ts'
import { type Image, indexWrites, type ReadItems, tableUnits, unitsOf } from '../ledger/dynamodb-units.ts'
import type { TableSchema } from '../ledger/table-schema.ts'
import type { Json } from '../resource.ts'
import { assignments, type ItemRequest, itemRequests, keyValue, type Schemas, tableOf } from './item-requests.ts'
import { type Charge, type Partition, PartitionMeter } from './partition-meter.ts'
import { passWithout, throttled, throttlingError, transactionCanceled } from './replies.ts'

type Handle = Service['handle']

/** Capacity units of one partition key per second. */
export interface PartitionLimits {
  readonly writeUnitsPerSecond: number
  readonly readUnitsPerSecond: number
}

/** The minimum cost of a read. The actual cost is known after the read. */
const MIN_READ_UNITS = 0.5

/** A request of a call, and the units that it consumes on partitions. */
interface Request {
  readonly item: ItemRequest | undefined
  readonly charges: readonly Charge[]
}

/** Rejects calls on a partition key that used its limit in the last second. No limit if `limits` returns undefined. */
export function withThrottling(
  next: Handle,
  options: {
    readonly schemas: Schemas
    readonly readItems: ReadItems
    readonly now: () => number
    readonly limits: () => PartitionLimits | undefined
  },
): Handle {
  const { schemas, readItems } = options
  const meter = new PartitionMeter(options.now)

  /** Charges the admitted requests. @returns the partitions that reject the others. */
  function admit(requests: readonly Request[], limits: PartitionLimits, isAllOrNothing: boolean) {
    const hot = ({ charges }: Request) => charges.find(({ partition }) => isHot(partition, limits))?.partition
    const refusals = new Map<Request, Partition>()
    const charge = ({ charges }: Request) => {
      for (const each of charges) meter.charge(each)
    }
    for (const request of requests) {
      const partition = hot(request)
      if (partition) refusals.set(request, partition)
      else if (!isAllOrNothing) charge(request)
    }
    if (isAllOrNothing && refusals.size === 0) requests.forEach(charge)
    return refusals
  }

  function isHot(partition: Partition, { readUnitsPerSecond, writeUnitsPerSecond }: PartitionLimits): boolean {
    return meter.used(partition) >= (partition.operation === 'Read' ? readUnitsPerSecond : writeUnitsPerSecond)
  }

  /** Forwards the admitted requests and rejects the others in the call's own way. */
  async function pass(call: Call, parsed: JsonCall, requests: readonly Request[], limits: PartitionLimits) {
    const isTransaction = parsed.action.startsWith('Transact')
    const refusals = admit(requests, limits, isTransaction)
    const [first] = refusals.values()
    if (!first) return { reply: await next(call), admitted: requests }
    if (isTransaction) {
      const reasons = requests.map((request) => refusals.get(request)).map((each) => each && throttlingError(each))
      return { reply: transactionCanceled(reasons), admitted: [] }
    }
    if (refusals.size === requests.length) return { reply: throttled(first), admitted: [] }
    const refused = new Set([...refusals.keys()].flatMap(({ item }) => item?.entry ?? []))
    const reply = await passWithout(refused, call, parsed, next)
    return { reply, admitted: requests.filter((request) => !refusals.has(request)) }
  }

  async function write(call: Call, parsed: JsonCall, limits: PartitionLimits): Promise<Reply> {
    const isTransaction = parsed.action === 'TransactWriteItems'
    const items = itemRequests(parsed, schemas)
    // The engine itself reports invalid keys.
    const images = await readItems(items).catch(() => [])
    const before = new Map(items.map((item, position) => [item, images[position]]))
    const chargesOf = (item: ItemRequest, after: Image) =>
      writeCharges(item, { before: before.get(item), after }, { schemas, isTransaction })
    const requests = items.map((item) => ({ item, charges: chargesOf(item, expectedImage(item, before.get(item))) }))
    const { reply, admitted } = await pass(call, parsed, requests, limits)
    const charged = admitted.flatMap(({ item, charges }) => (item ? [{ item, charges }] : []))
    if (reply.status >= 300) {
      // A failed write, for example one with a failed condition, consumes units of the table but not of an index.
      const indexed = charged.flatMap(({ charges }) => charges.filter(({ partition }) => partition.isIndex))
      for (const { partition, units } of indexed) meter.charge({ partition, units: -units })
      return reply
    }
    const updates = charged.filter(({ item }) => item.kind === 'Update')
    const after = await readItems(updates.map(({ item }) => item))
    for (const [position, { item, charges }] of updates.entries()) {
      for (const { partition, units } of charges) meter.charge({ partition, units: -units })
      for (const charge of chargesOf(item, after[position])) meter.charge(charge)
    }
    return reply
  }

  async function read(call: Call, parsed: JsonCall, limits: PartitionLimits): Promise<Reply> {
    const read = parsed.action === 'Query' ? [undefined] : itemRequests(parsed, schemas)
    const requests = read.flatMap((item): readonly Request[] => {
      const partition = item ? itemPartition(item, schemas) : queryPartition(parsed, schemas)
      return partition ? [{ item, charges: [{ partition, units: MIN_READ_UNITS }] }] : []
    })
    const { reply, admitted } = await pass(call, parsed, requests, limits)
    if (reply.status >= 300 || admitted.length === 0) return reply
    // The engine returns the units of a batch as a total.
    const { readUnits = 0 } = unitsOf(parsed.action, parsed.input, parseObject(reply.body.toString()))
    const more = readUnits / admitted.length - MIN_READ_UNITS
    for (const { charges } of admitted) for (const { partition } of charges) meter.charge({ partition, units: more })
    return reply
  }

  return async (call) => {
    const limits = options.limits()
    if (!limits) return next(call)
    const parsed = jsonCall(call)
    switch (parsed.action) {
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
      case 'BatchWriteItem':
      case 'TransactWriteItems':
        return write(call, parsed, limits)
      case 'GetItem':
      case 'Query':
      case 'BatchGetItem':
      case 'TransactGetItems':
        return read(call, parsed, limits)
      default:
        return next(call)
    }
  }
}

/** Returns a write's units on the partitions of its table and global indexes. Local indexes use the table's. */
function writeCharges(
  { table, key }: ItemRequest,
  images: { readonly before: Image; readonly after: Image },
  { schemas, isTransaction }: { readonly schemas: Schemas; readonly isTransaction: boolean },
): readonly Charge[] {
  const schema = schemas.get(table)
  if (!schema) return []
  const { before, after } = images
  const partition = tablePartition('Write', schema, key[schema.keys[0] ?? ''])
  const own = { partition, units: (isTransaction ? 2 : 1) * tableUnits(before, after) }
  const indexed = schema.indexes.flatMap((index) =>
    indexWrites(before, after, index).map(({ entry, units }) => ({
      units,
      partition: index.isGlobal ? indexPartition('Write', schema, index.name, entry[index.keys[0] ?? '']) : partition,
    })),
  )
  return [own, ...indexed]
}

/** Predicts an item after a write, as far as the request determines it. */
function expectedImage({ kind, key, request }: ItemRequest, before: Image): Image {
  if (kind === 'Put') return objectAt(request, 'Item')
  if (kind === 'Update') return { ...key, ...before, ...Object.fromEntries(assignments(request, 'UpdateExpression')) }
  return kind === 'Delete' ? undefined : before
}

function itemPartition({ table, key }: ItemRequest, schemas: Schemas): Partition | undefined {
  const schema = schemas.get(table)
  return schema && tablePartition('Read', schema, key[schema.keys[0] ?? ''])
}

function queryPartition({ input }: JsonCall, schemas: Schemas): Partition | undefined {
  const schema = schemas.get(tableOf(input.TableName))
  if (!schema) return undefined
  const index = schema.indexes.find(({ name, isGlobal }) => isGlobal && name === textOf(input.IndexName))
  const [name = ''] = index?.keys ?? schema.keys
  const value = assignments(input, 'KeyConditionExpression').get(name)
  if (value === undefined) return undefined
  return index ? indexPartition('Read', schema, index.name, value) : tablePartition('Read', schema, value)
}

function tablePartition(operation: Partition['operation'], { arn }: TableSchema, value: Json | undefined): Partition {
  return { operation, arn, isIndex: false, key: keyValue(value) }
}

function indexPartition(
  operation: Partition['operation'],
  { arn }: TableSchema,
  index: string,
  value: Json | undefined,
): Partition {
  return { operation, arn: `${arn}/index/${index}`, isIndex: true, key: keyValue(value) }
}
