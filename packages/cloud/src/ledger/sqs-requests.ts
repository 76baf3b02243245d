import { objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import type { Amounts } from './ledger.ts'

/** SQS bills each chunk of this many bytes as a request. */
const CHUNK_BYTES = 64 * 1024

/** Returns what SQS bills for a call: its sent or received messages in chunks. */
export function sqsAmounts(action: string, input: JsonObject, output: JsonObject): Partial<Amounts> {
  const queue = textOf(input.QueueUrl) ?? textOf(input.SourceArn) ?? textOf(input.QueueName) ?? ''
  const sent = action === 'SendMessage' ? [input] : action === 'SendMessageBatch' ? objectsOf(input.Entries) : []
  const bytes = sent.reduce((sum, message) => sum + messageBytes(message, 'MessageBody'), 0)
  const received = objectsOf(output.Messages).reduce((sum, message) => sum + messageBytes(message, 'Body'), 0)
  const amounts = queueRequests(queue, Math.max(bytes, received))
  const grouped = sent.filter(({ MessageGroupId }) => MessageGroupId !== undefined).length
  return queue.endsWith('.fifo') ? amounts : { ...amounts, fairQueueMessages: grouped }
}

/** Returns what SQS bills for a request of this many bytes. `queue` is a name, ARN or URL. */
export function queueRequests(queue: string, bytes: number): Partial<Amounts> {
  const requests = Math.max(1, Math.ceil(bytes / CHUNK_BYTES))
  return queue.endsWith('.fifo') ? { fifoQueueRequests: requests } : { standardQueueRequests: requests }
}

/** Returns the bytes of body and attributes: name, type and value of each. */
function messageBytes(message: JsonObject, body: string): number {
  const given = objectAt(message, 'MessageAttributes')
  const attributes = Object.keys(given).map((name) => {
    const { DataType, StringValue, BinaryValue } = objectAt(given, name)
    const texts = [name, textOf(DataType) ?? '', textOf(StringValue) ?? '']
    return Buffer.byteLength(texts.join('')) + Buffer.byteLength(textOf(BinaryValue) ?? '', 'base64')
  })
  return attributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(textOf(message[body]) ?? ''))
}

/** Returns what is billed for an attempt of EventBridge Scheduler to invoke a target. */
export function scheduledAmounts(targetArn: string): Partial<Amounts> {
  return { scheduledInvocations: 1, ...(targetArn.startsWith('arn:aws:sqs:') && queueRequests(targetArn, 0)) }
}
