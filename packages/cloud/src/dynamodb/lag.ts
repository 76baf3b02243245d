import type { CallAction } from '../engines/json-client.ts'
import { type Call, type JsonCall, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import { isTrue, objectAt, textOf } from '../json.ts'
import type { ReadItems } from '../ledger/dynamodb-units.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'
import type { Time } from '../time.ts'
import { itemRequests, type Schemas, tableOf } from './item-requests.ts'
import { changesOf, createExclusively, createReplica, type Replica } from './replica.ts'
import { withBody } from './replies.ts'
import { WRITES } from './table-writes.ts'

/** What may lag: the global indexes, or the tables for eventually consistent reads. */
type Lagging = 'index' | 'stale'

interface Redirected {
  readonly input: JsonObject
  /** The original name in the call, by the name of the copy. Empty if the call reads no copy. */
  readonly copies: ReadonlyMap<string, string>
}

type Handle = Service['handle']

/** The lag of reads in milliseconds; undefined or 0 for none. */
type Lags = Readonly<Record<Lagging, number | undefined>>

/** Reads of earlier states. */
interface Lag {
  readonly handle: Handle
  /** Resolves when reads have this lag. */
  adjust(lags: Lags): Promise<void>
}

const READS = /\.(GetItem|Query|Scan|BatchGetItem)$/

/**
 * Makes queries of global indexes and eventually consistent reads return earlier states. They read a copy of the table
 * to which every write is applied later. Writes to the same item run one after the other, so that the copy applies them
 * in order.
 */
export function withLag(
  next: Handle,
  options: {
    readonly tables: readonly Resource[]
    readonly schemas: Schemas
    readonly call: CallAction
    readonly readItems: ReadItems
    readonly time: Time
  },
): Lag {
  const { schemas, readItems } = options
  const exclusively = createExclusively()
  const create = (suffix: string) => createReplica({ ...options, suffix, exclusively, now: options.time.now })
  const replicas: Readonly<Record<Lagging, Replica>> = { index: create('index-lag'), stale: create('stale-reads') }
  const recording = new Set<Replica>()
  const readable = new Map<Lagging, Replica>()
  const writes = new Set<Promise<Reply>>()
  const reads = new Set<Promise<Reply>>()
  let mayWrite: Promise<void> = Promise.resolve()

  async function write(call: Call): Promise<Reply> {
    await mayWrite
    return tracked(writes, recording.size === 0 ? next(call) : record(call))
  }

  async function record(call: Call): Promise<Reply> {
    const items = itemRequests(jsonCall(call), schemas).filter(({ kind }) => kind !== 'ConditionCheck')
    return exclusively(
      items.map(({ id }) => id),
      async () => {
        const reply = await next(call)
        if (reply.status >= 400 && reply.status < 500) return reply
        // The call does not determine the item: a repeated transaction, for example, changes nothing.
        const changes = changesOf(items, await readItems(items))
        for (const replica of recording) replica.record(changes)
        return reply
      },
    )
  }

  async function read(call: Call): Promise<Reply> {
    const { input, copies } = redirected(jsonCall(call), schemas, readable)
    if (copies.size === 0) return next(call)
    await Promise.all([...readable.values()].map((replica) => replica.catchUp()))
    const reply = await next(withBody(call, input))
    // The checksum covers the original bytes.
    const { 'x-amz-crc32': _, ...headers } = reply.headers
    const body = [...copies].reduce((text, [copy, table]) => text.replaceAll(copy, table), reply.body.toString())
    return { ...reply, headers, body }
  }

  async function start(kind: Lagging): Promise<void> {
    const replica = replicas[kind]
    await replica.create()
    // Each write is either in the tables before they are copied, or recorded.
    const { promise, resolve } = Promise.withResolvers<void>()
    mayWrite = promise
    await Promise.allSettled(writes)
    recording.add(replica)
    resolve()
    await replica.fill()
    readable.set(kind, replica)
  }

  async function stop(kind: Lagging): Promise<void> {
    readable.delete(kind)
    recording.delete(replicas[kind])
    await Promise.allSettled(reads)
    await replicas[kind].drop()
  }

  return {
    handle(call) {
      const target = String(call.headers['x-amz-target'])
      if (WRITES.has(target.split('.').at(-1) ?? '')) return write(call)
      return readable.size > 0 && READS.test(target) ? tracked(reads, read(call)) : next(call)
    },
    async adjust(lags) {
      for (const kind of ['index', 'stale'] as const) {
        const lagMs = lags[kind] ?? 0
        replicas[kind].lagMs = lagMs
        if (lagMs > 0 && !readable.has(kind)) await start(kind)
        if (lagMs === 0 && recording.has(replicas[kind])) await stop(kind)
      }
    },
  }
}

/** Keeps a call in `inProgress` until it ends. */
async function tracked(inProgress: Set<Promise<Reply>>, call: Promise<Reply>): Promise<Reply> {
  inProgress.add(call)
  try {
    return await call
  } finally {
    inProgress.delete(call)
  }
}

/** Replaces table names in a read with the names of their copies. */
function redirected(
  { action, input }: JsonCall,
  schemas: Schemas,
  replicas: ReadonlyMap<Lagging, Pick<Replica, 'tableOf'>>,
): Redirected {
  const copies = new Map<string, string>()
  const copyOf = (name: Json | undefined, lagging: Lagging | undefined): string => {
    const asked = textOf(name) ?? ''
    const replica = lagging && schemas.has(tableOf(name)) ? replicas.get(lagging) : undefined
    if (!replica) return asked
    const copy = replica.tableOf(tableOf(name))
    copies.set(copy, asked)
    return copy
  }
  if (action === 'BatchGetItem') {
    const requested = objectAt(input, 'RequestItems')
    const tables = Object.keys(requested).map((table): readonly [string, Json] => {
      const asked = objectAt(requested, table)
      return [copyOf(table, isTrue(asked.ConsistentRead) ? undefined : 'stale'), asked]
    })
    return { input: { ...input, RequestItems: Object.fromEntries(tables) }, copies }
  }
  return { input: { ...input, TableName: copyOf(input.TableName, laggingOf(input, schemas)) }, copies }
}

/** A local index is as consistent as its table. */
function laggingOf(input: JsonObject, schemas: Schemas): Lagging | undefined {
  const { indexes = [] } = schemas.get(tableOf(input.TableName)) ?? {}
  const index = indexes.find(({ name }) => name === textOf(input.IndexName))
  if (index?.isGlobal) return 'index'
  return isTrue(input.ConsistentRead) ? undefined : 'stale'
}
