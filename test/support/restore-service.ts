import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { S3 } from '@aws-sdk/client-s3'
import { paginateListSchedules, Scheduler } from '@aws-sdk/client-scheduler'
import { PurgeQueueCommand } from '@aws-sdk/client-sqs'
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { derivedTimeId, expiryAfter } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { waitUntilIdle } from '../faults/wait-until-idle.ts'
import { type Administrator, administratorOf, clientOf } from './administrator.ts'

const LARGEST_BATCH = 25

/**
 * Entities that functions cache for longer than a test waits, or than the next file takes to begin, and a part of the keys with
 * which they are read.
 */
const CACHED = {
  account: '"account#',
  membership: '#member',
  modelSettings: '"model"',
  providerSettings: '"provider"',
  retention: '"retention"',
  usageLimit: '"usageLimit"',
}
/** The longest lifetime of such a cache. */
const LONGEST_CACHE_MILLISECONDS = 60_000
type Cached = keyof typeof CACHED
const isCached = (entity: unknown): entity is Cached => typeof entity === 'string' && entity in CACHED

/** Settings of an organisation of which functions also cache that they are missing. */
const CACHED_IF_MISSING = new Set<unknown>(['retention', 'usageLimit'] satisfies Cached[])

type Item = Record<string, unknown>

/** A service whose state can be restored. */
export interface Restorable {
  /**
   * Empties the queues, the bucket and the simulators, deletes the schedules, cancels faults, and restores the table,
   * API Gateway and the user pools. Removes move tasks of dead-letter queues.
   */
  restore(): Promise<void>
  /** Ends the idle workers of the functions that have read such an item. */
  forget(entities: readonly Cached[]): void
}

/** Saves the state of a service. */
export async function restorable(service: Service): Promise<Restorable> {
  const administrator = administratorOf(service)
  const { sqs, workQueues, deadQueues } = administrator
  const { cloud, provider, receiver, model } = service
  const purge = (queues: readonly string[]) =>
    Promise.all(queues.map((QueueUrl) => sqs.send(new PurgeQueueCommand({ QueueUrl }))))
  await waitUntilIdle(administrator)
  const before = await readTable(administrator)
  const restoreCloud = cloud.remember()
  const readers = readersOf(service)
  // Functions may have cached what they read before.
  const cachedUnseenUntil = Date.now() + LONGEST_CACHE_MILLISECONDS
  const forget = (entities: readonly Cached[]) => {
    const names = new Set(entities.flatMap((entity) => [...readers[entity]]))
    const endsAll = entities.length > 0 && Date.now() < cachedUnseenUntil
    cloud.endIdleWorkers((name) => endsAll || names.has(name))
  }
  return {
    forget,
    async restore() {
      cloud.faults.clear()
      await Promise.all([purge(workQueues), deleteSchedules(service)])
      await waitUntilIdle(administrator)
      await waitUntilCounted(administrator)
      restoreCloud()
      const { added, changed } = await restoreTable(administrator, before)
      forget([...changed, ...added.filter(({ _e }) => CACHED_IF_MISSING.has(_e))].map(({ _e }) => _e).filter(isCached))
      await Promise.all([waitUntilIdle(administrator), emptyBucket(administrator), deleteSchedules(service)])
      await purge(deadQueues)
      for (const simulator of [provider, receiver, model]) simulator.reset()
    },
  }
}

/** Returns the names of the functions that have read a cached entity since this call. */
function readersOf({ cloud }: Service): Record<Cached, Set<string>> {
  const readers: Record<Cached, Set<string>> = {
    account: new Set(),
    membership: new Set(),
    modelSettings: new Set(),
    providerSettings: new Set(),
    retention: new Set(),
    usageLimit: new Set(),
  }
  cloud.faults.watch(({ function: name, service, request }) => {
    if (name === undefined || service !== 'dynamodb') return
    for (const entity of Object.keys(readers).filter(isCached))
      if (!readers[entity].has(name) && request.includes(CACHED[entity])) readers[entity].add(name)
  })
  return readers
}

/** Waits until all deliveries are counted: the function `count` has read a delivery that is written now. */
async function waitUntilCounted({ service, dynamodb, tableName }: Administrator): Promise<void> {
  const webhookId = randomUUID()
  const at = Date.now()
  const { Item } = DeliveryEntity.create({
    webhookId,
    shard: FIRST_SHARD,
    id: derivedTimeId(at, webhookId),
    event: 'message.received',
    createdAt: at,
    status: 'pending',
    attemptCount: 0,
    roundStart: 0,
    expiresAt: expiryAfter(at, 1),
  }).params()
  const counted = Promise.withResolvers<void>()
  const stop = service.cloud.faults.watch(({ action, request }) => {
    if (action === 'UpdateItem' && request.includes(webhookId)) counted.resolve()
  })
  await DynamoDBDocumentClient.from(dynamodb).send(new PutCommand({ TableName: tableName, Item }))
  await counted.promise
  stop()
}

async function deleteSchedules(service: Service): Promise<void> {
  const client = clientOf(Scheduler, service.cloud)
  const GroupName = service.cloud.resource('Schedules', 'AWS::Scheduler::ScheduleGroup').physicalId
  const names: string[] = []
  for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName }))
    for (const { Name = '' } of Schedules) names.push(Name)
  // A schedule that has fired deletes itself.
  await Promise.allSettled(names.map((Name) => client.deleteSchedule({ GroupName, Name })))
}

async function emptyBucket({ service, bucket }: Administrator): Promise<void> {
  const s3 = clientOf(S3, service.cloud)
  for (;;) {
    const { Contents = [] } = await s3.listObjectsV2({ Bucket: bucket })
    if (Contents.length === 0) return
    await s3.deleteObjects({ Bucket: bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } })
  }
}

const keyOf = ({ pk, sk }: Item) => JSON.stringify([pk, sk])

/** Returns the items of a service's table by their keys. */
export async function readTable({ dynamodb, tableName }: Administrator): Promise<Map<string, Item>> {
  const client = DynamoDBDocumentClient.from(dynamodb)
  const items = new Map<string, Item>()
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
    for (const item of Items) items.set(keyOf(item), item)
  return items
}

/**
 * Deletes new items, and restores changed or deleted ones. Returns both. Keeps the data key, which functions cache for an
 * hour: with two keys, they would seal the secrets of a webhook by turns.
 */
async function restoreTable(administrator: Administrator, before: ReadonlyMap<string, Item>) {
  const now = await readTable(administrator)
  const added = [...now].filter(([key, { _e }]) => !before.has(key) && _e !== 'dataKey').map(([, item]) => item)
  const changed = [...before].filter(([key, item]) => !isDeepStrictEqual(item, now.get(key))).map(([, item]) => item)
  const writes = [
    ...added.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...changed.map((Item) => ({ PutRequest: { Item } })),
  ]
  const client = DynamoDBDocumentClient.from(administrator.dynamodb)
  for (let start = 0; start < writes.length; start += LARGEST_BATCH) {
    const batch = writes.slice(start, start + LARGEST_BATCH)
    await client.send(new BatchWriteCommand({ RequestItems: { [administrator.tableName]: batch } }))
  }
  return { added, changed }
}
