import type { TableWrites } from '../dynamodb/table-writes.ts'
import { objectAt, textOf } from '../json.ts'
import type { Json } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { Checkpoints } from './checkpoints.ts'
import type { FailureDestination } from './failure-destination.ts'
import type { StreamMapping } from './mapping.ts'
import { describe, ENGINE_RETRY_MILLISECONDS, type Poller, type PollerContext, pause } from './poller.ts'
import { handleBatch, type StreamRecord, streamRecord } from './stream-batch.ts'
import type { StreamSource } from './stream-client.ts'

/** How long an idle reader waits for a write before it reads anyway: the engine itself deletes expired items. */
const IDLE_MILLISECONDS = 1000

/** How long it waits after a write, so that the records of a burst are one batch. */
const BURST_MILLISECONDS = 40

/** The most reads of a mapping in its batching window. */
const READS_A_WINDOW = 4

/** The maximum of GetRecords. */
const READ_LIMIT = 1000

/** What the readers of a stream's shards share. */
interface ShardReaderContext extends PollerContext {
  readonly mapping: StreamMapping
  readonly client: StreamSource
  readonly writes: TableWrites
  /** Returns whether the time to live deleted the item with these keys. */
  readonly hasExpired?: ((keys: Json | undefined) => boolean) | undefined
  /** The engine's ARN of the stream. */
  readonly streamArn: string
  readonly checkpoints: Checkpoints
  readonly destination: FailureDestination
  readonly signal: AbortSignal
}

interface StreamPollerContext extends Omit<ShardReaderContext, 'streamArn' | 'checkpoints' | 'signal'> {
  /** File of the mapping's checkpoints. */
  readonly checkpointFile: string
}

/** Polls the shards of a table's stream, each after its parent, and invokes a function with their records in order. */
export function startStreamPoller(context: StreamPollerContext): Poller {
  const stopping = new AbortController()
  const { signal } = stopping
  const poll = async () => {
    while (!signal.aborted) {
      try {
        await followStream(context, signal)
      } catch (error) {
        context.log(`stream of ${context.mapping.table}: ${describe(error)}`)
      }
      await pause(ENGINE_RETRY_MILLISECONDS, signal)
    }
  }
  const polling = poll()
  return {
    async stop() {
      stopping.abort()
      await polling
    },
  }
}

/** Reads all shards. Returns when all are closed and completely processed, or the signal aborts. */
async function followStream(context: StreamPollerContext, signal: AbortSignal): Promise<void> {
  const { client, mapping } = context
  const streamArn = await client.streamOf(mapping.table)
  const checkpoints = new Checkpoints(context.checkpointFile, streamArn)
  const readerContext: ShardReaderContext = { ...context, streamArn, checkpoints, signal }
  try {
    if (checkpoints.isNew) {
      if (mapping.startingPosition === 'LATEST') await skipToEnd(readerContext)
      checkpoints.save()
    }
    await readShards(readerContext)
  } finally {
    await checkpoints.flush()
  }
}

async function readShards(context: ShardReaderContext): Promise<void> {
  const { client, streamArn, checkpoints, signal } = context
  const readers = new Map<string, Promise<void>>()
  while (!signal.aborted) {
    const shards = await client.shards(streamArn).catch((error: unknown) => {
      // Running readers must end before a restart.
      if (readers.size === 0) throw error
      return []
    })
    const known = new Set(shards.map(({ id }) => id))
    for (const { id, parentId } of shards) {
      const parentIsRead = parentId === undefined || !known.has(parentId) || checkpoints.isDone(parentId)
      if (!parentIsRead || checkpoints.isDone(id) || readers.has(id)) continue
      const reader = readShard(id, context).finally(() => readers.delete(id))
      readers.set(id, reader)
    }
    if (readers.size === 0) return
    await Promise.race(readers.values())
  }
  await Promise.all(readers.values())
}

/** Moves every checkpoint to the newest record. */
async function skipToEnd({ client, streamArn, checkpoints }: ShardReaderContext): Promise<void> {
  for (const { id } of await client.shards(streamArn)) {
    let iterator = await client.iterator(streamArn, id, undefined)
    while (iterator !== undefined) {
      const { records, next } = await client.read(iterator, 1000)
      const last = textOf(objectAt(records.at(-1), 'dynamodb').SequenceNumber)
      if (last !== undefined) checkpoints.advance(id, last)
      else if (next !== undefined) break
      iterator = next
    }
    if (iterator === undefined) checkpoints.finish(id)
  }
}

/** Invokes the function with a shard's records until the shard is completely processed or the signal aborts. */
async function readShard(shardId: string, context: ShardReaderContext): Promise<void> {
  const { checkpoints, signal, log } = context
  while (!signal.aborted && !checkpoints.isDone(shardId)) {
    try {
      await follow(shardId, context)
    } catch (error) {
      log(`shard ${shardId}: ${describe(error)}`)
      if (error instanceof ServiceError && error.code === 'TrimmedDataAccessException') checkpoints.forget(shardId)
      await pause(ENGINE_RETRY_MILLISECONDS, signal)
    }
  }
}

/** Reads from the checkpoint on, until the shard is finished or the signal aborts. @throws the engine's errors. */
async function follow(shardId: string, context: ShardReaderContext): Promise<void> {
  const { client, streamArn, checkpoints, mapping, region, signal, writes, hasExpired } = context
  let iterator = await client.iterator(streamArn, shardId, checkpoints.after(shardId))
  let batch: StreamRecord[] = []
  let closesAt = 0
  while (!signal.aborted) {
    let nextWrite: AbortSignal | undefined
    if (iterator !== undefined) {
      // Taken before the read: a write during the read may have been too late for it.
      const written = AbortSignal.any([signal, writes.next])
      const limit = Math.min(READ_LIMIT, mapping.batchSize - batch.length)
      const { records, next } = await client.read(iterator, limit)
      if (batch.length === 0) closesAt = performance.now() + mapping.windowMilliseconds
      batch = [...batch, ...records.map((record) => streamRecord(record, mapping.sourceArn, region, hasExpired))]
      iterator = next
      // Only a full page has a next one, unless it has 1 MB: that one is read as after an expiry.
      if (records.length < limit) nextWrite = written
    }
    const left = () => Math.max(0, closesAt - performance.now())
    if (batch.length > 0 && nextWrite && left() > 0) {
      await pause(Math.min(IDLE_MILLISECONDS, left()), nextWrite)
      await pause(Math.min(mapping.windowMilliseconds / READS_A_WINDOW, left()), signal)
    }
    const complete = iterator === undefined || batch.length >= mapping.batchSize || left() === 0
    if (batch.length > 0 && complete) {
      if (!(await handle(batch, shardId, context))) return
      batch = []
    }
    if (iterator === undefined) return checkpoints.finish(shardId)
    if (batch.length === 0 && nextWrite) {
      await pause(IDLE_MILLISECONDS, nextWrite)
      await pause(BURST_MILLISECONDS, signal)
    }
  }
}

async function handle(
  records: readonly StreamRecord[],
  shardId: string,
  context: ShardReaderContext,
): Promise<boolean> {
  const { mapping, checkpoints, destination, streamArn } = context
  const finished = await handleBatch(records.filter(mapping.filter), {
    ...context,
    advance: (sequenceNumber) => checkpoints.advance(shardId, sequenceNumber),
    discard: (discarded, reason, attempts) =>
      destination.notify({ mapping, shardId, streamArn, records: discarded, reason, attempts }),
  })
  const last = records.at(-1)
  if (finished && last) checkpoints.advance(shardId, last.dynamodb.SequenceNumber)
  return finished
}
