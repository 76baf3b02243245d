import type { Message } from '@aws-sdk/client-sqs'

/** One record of the event that Lambda makes of an SQS message. */
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
export interface SqsRecordAttribute {
  readonly stringValue?: string
  readonly binaryValue?: string
  readonly stringListValues: readonly string[]
  readonly binaryListValues: readonly string[]
  readonly dataType: string
}

/** A received message as a record. */
export function sqsRecord(message: Message, queueArn: string, region: string): SqsRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => {
    const { StringValue, BinaryValue, DataType } = attribute
    return [
      name,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType ?? 'String',
      },
    ] as const
  })
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes },
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody ?? '',
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  }
}

/** What a filter pattern is matched against: the body is parsed when it is JSON. */
export function filterable(record: SqsRecord): unknown {
  try {
    return { ...record, body: JSON.parse(record.body) }
  } catch {
    return record
  }
}
