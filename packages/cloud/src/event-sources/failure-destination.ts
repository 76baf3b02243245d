import { randomUUID } from 'node:crypto'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { CallAction } from '../engines/json-client.ts'
import type { StreamMapping } from './mapping.ts'
import { queueUrlOf } from './poller.ts'
import type { DiscardReason, StreamRecord } from './stream-batch.ts'

interface Discarded {
  readonly mapping: StreamMapping
  readonly shardId: string
  readonly streamArn: string
  readonly records: readonly StreamRecord[]
  readonly reason: DiscardReason
  readonly attempts: number
}

/** The destination for notices of a mapping's discarded records. */
export interface FailureDestination {
  /** Sends a notice. A rejection means that the records are not discarded yet. */
  notify(discarded: Discarded): Promise<void>
}

interface DestinationClients {
  readonly callSqs: CallAction
  readonly sqsEndpoint: string
  readonly s3: S3Client
  readonly log: (line: string) => void
}

/** Builds the destination: an on-failure queue (metadata only) or bucket (with the records), and always the log. */
export function failureDestination(arn: string | undefined, clients: DestinationClients): FailureDestination {
  const [, , service, , , resource = ''] = arn?.split(':') ?? []
  return {
    async notify(discarded) {
      const { records, reason, shardId, mapping } = discarded
      clients.log(`${mapping.functionName}: ${records.length} records of ${shardId} are discarded, ${reason}`)
      const message = metadata(discarded)
      if (service === 'sqs' && arn) {
        const QueueUrl = queueUrlOf(clients.sqsEndpoint, arn)
        await clients.callSqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) })
      } else if (service === 's3') {
        const Body = JSON.stringify({ ...message, payload: JSON.stringify({ Records: records }) })
        await clients.s3.send(
          new PutObjectCommand({ Bucket: resource, Key: objectKey(discarded, message.timestamp), Body }),
        )
      }
    },
  }
}

function metadata({ mapping, shardId, streamArn, records, reason, attempts }: Discarded) {
  const arrivalOf = (record: StreamRecord | undefined) =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString()
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: mapping.functionName,
      condition: reason,
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrivalOf(records[0]),
      approximateArrivalOfLastRecord: arrivalOf(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  }
}

/** `aws/lambda/<mapping>/<shard>/2026/11/20/2026-11-20T12.34.56-<random>` */
function objectKey({ mapping, shardId }: Discarded, timestamp: string): string {
  const [date = '', time = ''] = timestamp.slice(0, 19).split('T')
  const folder = `aws/lambda/${mapping.id}/${shardId}/${date.replaceAll('-', '/')}`
  return `${folder}/${date}T${time.replaceAll(':', '.')}-${randomUUID()}`
}
