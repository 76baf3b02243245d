import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'

/** One shard of a stream; a child is read after its parent. */
export interface Shard {
  readonly id: string
  readonly parentId: string | undefined
}

/** What a reading gave. */
export interface Reading {
  readonly records: readonly _Record[]
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

/** Streams as the AWS SDK reads them. */
export class StreamClient implements StreamSource {
  readonly #dynamodb: DynamoDBClient
  readonly #streams: DynamoDBStreamsClient

  constructor(dynamodb: DynamoDBClient, streams: DynamoDBStreamsClient) {
    this.#dynamodb = dynamodb
    this.#streams = streams
  }

  async streamOf(table: string): Promise<string> {
    const { Table } = await this.#dynamodb.send(new DescribeTableCommand({ TableName: table }))
    if (!Table?.LatestStreamArn) throw new Error(`table ${table} has no stream`)
    return Table.LatestStreamArn
  }

  async shards(streamArn: string): Promise<Shard[]> {
    const shards: Shard[] = []
    let from: string | undefined
    do {
      const start = from === undefined ? {} : { ExclusiveStartShardId: from }
      const { StreamDescription } = await this.#streams.send(
        new DescribeStreamCommand({ StreamArn: streamArn, ...start }),
      )
      for (const { ShardId = '', ParentShardId } of StreamDescription?.Shards ?? []) {
        shards.push({ id: ShardId, parentId: ParentShardId })
      }
      from = StreamDescription?.LastEvaluatedShardId
    } while (from !== undefined)
    return shards
  }

  async iterator(streamArn: string, shardId: string, after: string | undefined): Promise<string | undefined> {
    const position =
      after === undefined
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const)
    const request = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...position })
    const { ShardIterator } = await this.#streams.send(request)
    return ShardIterator
  }

  async read(iterator: string, limit: number): Promise<Reading> {
    const answer = await this.#streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: limit }))
    return { records: answer.Records ?? [], next: answer.NextShardIterator }
  }
}
