import { objectAt, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

/** A record of Lambda's event for an SQS message. */
export interface SqsRecord {
  readonly messageId: string
  readonly receiptHandle: string
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
  readonly messageAttributes: Readonly<Record<string, SqsRecordAttribute>>
  readonly md5OfBody: string
  readonly md5OfMessageAttributes?: string
  readonly eventSource: 'aws:sqs'
  readonly eventSourceARN: string
  readonly awsRegion: string
}

/** A message attribute; binary values are base64. */
interface SqsRecordAttribute {
  readonly stringValue?: string
  readonly binaryValue?: string
  readonly stringListValues: readonly string[]
  readonly binaryListValues: readonly string[]
  readonly dataType: string
}

/** Converts a message of a `ReceiveMessage` response to a record. */
export function sqsRecord(message: JsonObject, queueArn: string, region: string): SqsRecord {
  const attributes = Object.keys(objectAt(message, 'MessageAttributes')).map((name) => {
    const { StringValue, BinaryValue, DataType } = objectAt(objectAt(message, 'MessageAttributes'), name)
    const [stringValue, binaryValue] = [textOf(StringValue), textOf(BinaryValue)]
    return [
      name,
      {
        ...(stringValue !== undefined && { stringValue }),
        ...(binaryValue !== undefined && { binaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: textOf(DataType) ?? 'String',
      },
    ] as const
  })
  const md5OfMessageAttributes = textOf(message.MD5OfMessageAttributes)
  return {
    messageId: textOf(message.MessageId) ?? '',
    receiptHandle: textOf(message.ReceiptHandle) ?? '',
    body: textOf(message.Body) ?? '',
    attributes: textsAt(message, 'Attributes'),
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: textOf(message.MD5OfBody) ?? '',
    ...(md5OfMessageAttributes && { md5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  }
}

function textsAt(message: JsonObject, key: string): Record<string, string> {
  const members = Object.entries(objectAt(message, key))
  return Object.fromEntries(members.map(([name, value]) => [name, textOf(value) ?? '']))
}

/** Returns the value for filter patterns: a JSON body is parsed. */
export function filterable(record: SqsRecord): unknown {
  try {
    return { ...record, body: JSON.parse(record.body) }
  } catch {
    return record
  }
}
