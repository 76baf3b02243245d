import type { CallAction } from '../engines/json-client.ts'
import { objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

/** A shard of a stream. A child is read after its parent. */
export interface Shard {
  readonly id: string
  readonly parentId: string | undefined
}

interface Reading {
  readonly records: readonly JsonObject[]
  /** The iterator of the next read; `undefined` if the shard is closed and completely read. */
  readonly next: string | undefined
}

export interface StreamSource {
  /** Returns the engine's ARN of the table's stream. @throws Error if the table has no stream. */
  streamOf(table: string): Promise<string>
  /** Returns all current shards of the stream, in no particular order. */
  shards(streamArn: string): Promise<readonly Shard[]>
  /** Returns an iterator after a record, or at the shard's oldest record. */
  iterator(streamArn: string, shardId: string, after: string | undefined): Promise<string | undefined>
  read(iterator: string, limit: number): Promise<Reading>
}

/** Builds a client for the engine's streams. */
export function streamClient(callDynamodb: CallAction, callStreams: CallAction): StreamSource {
  return {
    async streamOf(table) {
      const output = await callDynamodb('DescribeTable', { TableName: table })
      const arn = textOf(objectAt(output, 'Table').LatestStreamArn)
      if (!arn) throw new Error(`table ${table} has no stream`)
      return arn
    },

    async shards(streamArn) {
      const shards: Shard[] = []
      let from: string | undefined
      do {
        const input: JsonObject =
          from === undefined ? { StreamArn: streamArn } : { StreamArn: streamArn, ExclusiveStartShardId: from }
        const description = objectAt(await callStreams('DescribeStream', input), 'StreamDescription')
        for (const { ShardId, ParentShardId } of objectsOf(description.Shards)) {
          shards.push({ id: textOf(ShardId) ?? '', parentId: textOf(ParentShardId) })
        }
        from = textOf(description.LastEvaluatedShardId)
      } while (from !== undefined)
      return shards
    },

    async iterator(streamArn, shardId, after) {
      const position: JsonObject =
        after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
      const output = await callStreams('GetShardIterator', { StreamArn: streamArn, ShardId: shardId, ...position })
      return textOf(output.ShardIterator)
    },

    async read(iterator, limit) {
      const output = await callStreams('GetRecords', { ShardIterator: iterator, Limit: limit })
      return { records: objectsOf(output.Records), next: textOf(output.NextShardIterator) }
    },
  }
}
