import { objectAt, textOf } from '../json.ts'
import { Checkpoints } from './checkpoints.ts'
import { describe, ENGINE_RETRY_MILLISECONDS, type Poller, pause } from './poller.ts'
import { readShard, type ShardReaderContext } from './shard-reader.ts'

export interface StreamPollerContext extends Omit<ShardReaderContext, 'streamArn' | 'checkpoints' | 'signal'> {
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
