import type { CallAction } from '../engines/json-client.ts'
import { objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

/** One shard of a stream; a child is read after its parent. */
export interface Shard {
  readonly id: string
  readonly parentId: string | undefined
}

/** What a reading gave. */
export interface Reading {
  readonly records: readonly JsonObject[]
  /** Where the next reading starts; `undefined` when the shard is closed and read to its end. */
  readonly next: string | undefined
}

/** What a poller asks of streams. */
export interface StreamSource {
  /**
   * ARN that the engine gives the table's stream.
   * @throws Error when the table has none.
   */
  streamOf(table: string): Promise<string>
  /** All shards that the stream still has, in no particular order. */
  shards(streamArn: string): Promise<readonly Shard[]>
  /** An iterator behind a record, or at the shard's oldest one. */
  iterator(streamArn: string, shardId: string, after: string | undefined): Promise<string | undefined>
  read(iterator: string, limit: number): Promise<Reading>
}

/** The engine's streams. */
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
