import type { _Record } from '@aws-sdk/client-dynamodb-streams'

/** One record of the event that Lambda makes of a stream record; binary values are base64. */
export interface StreamRecord {
  readonly eventID: string
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly eventVersion: string
  readonly eventSource: 'aws:dynamodb'
  readonly awsRegion: string
  readonly dynamodb: {
    /** Whole seconds since the epoch. */
    readonly ApproximateCreationDateTime: number
    readonly Keys: unknown
    readonly NewImage?: unknown
    readonly OldImage?: unknown
    readonly SequenceNumber: string
    readonly SizeBytes: number
    readonly StreamViewType: string
  }
  readonly eventSourceARN: string
  /** Says that time to live deleted the item. */
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' }
}

/** A record as the stream's API gives it, as the record of a Lambda event. */
export function streamRecord(record: _Record, streamArn: string, region: string): StreamRecord {
  const { eventName, dynamodb = {} } = record
  const known = eventName === 'INSERT' || eventName === 'MODIFY' || eventName === 'REMOVE'
  // DynamoDB Local has a name of its own for what time to live deletes.
  const expired = !known || record.userIdentity !== undefined
  return {
    eventID: record.eventID ?? '',
    eventName: known ? eventName : 'REMOVE',
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      Keys: plain(dynamodb.Keys),
      ...(dynamodb.NewImage && { NewImage: plain(dynamodb.NewImage) }),
      ...(dynamodb.OldImage && { OldImage: plain(dynamodb.OldImage) }),
      SequenceNumber: dynamodb.SequenceNumber ?? '',
      SizeBytes: dynamodb.SizeBytes ?? 0,
      StreamViewType: dynamodb.StreamViewType ?? '',
    },
    eventSourceARN: streamArn,
    ...(expired && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  }
}

/** Attribute values with their bytes as base64. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}
