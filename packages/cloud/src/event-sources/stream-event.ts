import { numberOf, objectAt, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

/** A record of Lambda's event for a stream record; binary values are base64. */
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
  /** Present if time to live deleted the item. */
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' }
}

/**
 * Converts a record of a `GetRecords` response to a record of a Lambda event. `hasExpired` returns whether the time to
 * live deleted the item with these keys.
 */
export function streamRecord(
  record: JsonObject,
  streamArn: string,
  region: string,
  hasExpired: (keys: Json | undefined) => boolean = () => false,
): StreamRecord {
  const { eventName } = record
  const dynamodb = objectAt(record, 'dynamodb')
  const { NewImage, OldImage } = dynamodb
  const known = eventName === 'INSERT' || eventName === 'MODIFY' || eventName === 'REMOVE'
  // DynamoDB Local has another event name for deletions by time to live.
  const expired = !known || Boolean(record.userIdentity) || (eventName === 'REMOVE' && hasExpired(dynamodb.Keys))
  return {
    eventID: textOf(record.eventID) ?? '',
    eventName: known ? eventName : 'REMOVE',
    eventVersion: textOf(record.eventVersion) ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(numberOf(dynamodb.ApproximateCreationDateTime) ?? 0),
      Keys: objectAt(dynamodb, 'Keys'),
      ...(isImage(NewImage) && { NewImage }),
      ...(isImage(OldImage) && { OldImage }),
      SequenceNumber: textOf(dynamodb.SequenceNumber) ?? '',
      SizeBytes: numberOf(dynamodb.SizeBytes) ?? 0,
      StreamViewType: textOf(dynamodb.StreamViewType) ?? '',
    },
    eventSourceARN: streamArn,
    ...(expired && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  }
}

function isImage(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}
