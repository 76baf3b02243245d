import type { CallAction } from '../engines/json-client.ts'
import { ensureTable } from '../engines/tables.ts'
import { isObject, objectsOf } from '../json.ts'
import type { ReadItems } from '../ledger/dynamodb-units.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type ItemRequest, itemId, keyOf, type Schemas } from './item-requests.ts'

/** Runs `work` after all earlier work on any of `ids`. */
type Exclusively = <Result>(ids: readonly string[], work: () => Promise<Result>) => Promise<Result>

/** An item after a write; `image` is undefined for a deleted one. */
export interface Change extends Pick<ItemRequest, 'id' | 'table' | 'key'> {
  readonly image: JsonObject | undefined
}

/** A copy of every table, in separate tables of the engine, that lags by `lagMs`. */
export interface Replica {
  lagMs: number
  tableOf(table: string): string
  create(): Promise<void>
  /** Copies the items of the tables. Concurrent writes must be recorded. */
  fill(): Promise<void>
  /** Applies changes to the copies after `lagMs`. */
  record(changes: readonly Change[]): void
  /** Applies the changes that are due. The copies then have the state of `lagMs` ago. */
  catchUp(): Promise<void>
  drop(): Promise<void>
}

const ITEMS_PER_BATCH = 25

/** The number of pending changes that are applied without a read. */
const MAX_PENDING_CHANGES = 1000

export function createReplica(options: {
  /** The suffix of the copies' names. */
  readonly suffix: string
  readonly tables: readonly Resource[]
  readonly schemas: Schemas
  readonly call: CallAction
  readonly readItems: ReadItems
  readonly exclusively: Exclusively
  readonly now: () => number
}): Replica {
  const { suffix, tables, schemas, call, readItems, exclusively, now } = options
  let pending: (Change & { readonly at: number })[] = []
  let applying: Promise<void> = Promise.resolve()
  const tableOf = (table: string) => `${table}.${suffix}`

  const replica: Replica = {
    lagMs: 0,
    tableOf,
    async create() {
      await replica.drop()
      for (const table of tables) await ensureTable(call, copyOf(table, tableOf(table.physicalId)))
    },
    async fill() {
      for (const { physicalId } of tables) {
        for await (const keys of keysOf(call, physicalId, schemas.get(physicalId)?.keys ?? [])) {
          const ids = keys.map(({ id }) => id)
          await exclusively(ids, async () => store(changesOf(keys, await readItems(keys))))
        }
      }
    },
    record(changes) {
      const at = now()
      for (const change of changes) pending.push({ ...change, at })
      // The next read retries and reports a failure.
      if (pending.length >= MAX_PENDING_CHANGES) replica.catchUp().catch(() => {})
    },
    catchUp() {
      applying = applying.catch(() => {}).then(apply)
      return applying
    },
    async drop() {
      await applying.catch(() => {})
      pending = []
      for (const { physicalId } of tables) await deleteTable(call, tableOf(physicalId))
    },
  }

  async function apply(): Promise<void> {
    const until = now() - replica.lagMs
    const later = pending.findIndex(({ at }) => at > until)
    const due = pending.slice(0, later === -1 ? pending.length : later)
    if (due.length === 0) return
    // Only the last change of each item counts.
    await store([...new Map(due.map((change) => [change.id, change])).values()])
    pending.splice(0, due.length)
  }

  function requestsOf(changes: readonly Change[]): JsonObject {
    const requests: Record<string, JsonObject[]> = {}
    for (const { table, key, image } of changes) {
      requests[tableOf(table)] ??= []
      requests[tableOf(table)]?.push(image ? { PutRequest: { Item: image } } : { DeleteRequest: { Key: key } })
    }
    return requests
  }

  async function store(changes: readonly Change[]): Promise<void> {
    await Promise.all(
      chunks(changes).map(async (chunk) => {
        let requests = requestsOf(chunk)
        while (Object.keys(requests).length > 0) {
          const { UnprocessedItems } = await call('BatchWriteItem', { RequestItems: requests })
          requests = isObject(UnprocessedItems) ? UnprocessedItems : {}
        }
      }),
    )
  }

  return replica
}

/** Returns the changes that make a copy equal to the items that were read. */
export function changesOf(
  items: readonly Omit<Change, 'image'>[],
  images: readonly (JsonObject | undefined)[],
): readonly Change[] {
  return items.map(({ id, table, key }, position) => ({ id, table, key, image: images[position] }))
}

/** Describes a copy of a table, without a stream. */
function copyOf(table: Resource, physicalId: string): Resource {
  const { StreamSpecification: _, ...properties } = table.properties
  return { ...table, physicalId, properties }
}

async function* keysOf(call: CallAction, table: string, names: readonly string[]) {
  const projection = {
    ProjectionExpression: names.map((_, position) => `#key${position}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, position) => [`#key${position}`, name])),
  }
  let from: JsonObject = {}
  do {
    const { Items, LastEvaluatedKey } = await call('Scan', {
      TableName: table,
      ConsistentRead: true,
      ...projection,
      ...from,
    })
    const keys = objectsOf(Items).map((item) => keyOf(item, names))
    yield* chunks(keys.map((key) => ({ table, key, id: itemId(table, key, names) })))
    from = isObject(LastEvaluatedKey) ? { ExclusiveStartKey: LastEvaluatedKey } : {}
  } while (from.ExclusiveStartKey !== undefined)
}

async function deleteTable(call: CallAction, name: string): Promise<void> {
  try {
    await call('DeleteTable', { TableName: name })
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'ResourceNotFoundException')) throw error
  }
}

function chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / ITEMS_PER_BATCH)
  return Array.from({ length: count }, (_, i) => items.slice(i * ITEMS_PER_BATCH, (i + 1) * ITEMS_PER_BATCH))
}

/** Runs work on the same id one by one, in call order. It cannot deadlock: a call queues for all of its ids at once. */
export function createExclusively(): Exclusively {
  const last = new Map<string, Promise<unknown>>()
  return async (ids, work) => {
    const running = Promise.all(ids.map((id) => last.get(id))).then(work)
    const ended = running.catch(() => {})
    for (const id of ids) last.set(id, ended)
    try {
      return await running
    } finally {
      for (const id of ids) if (last.get(id) === ended) last.delete(id)
    }
  }
}
