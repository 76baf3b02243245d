import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs'
import type { Administrator } from '../support/administrator.ts'
import { heldMessages } from './held-messages.ts'

const POLL_MILLISECONDS = 200
const LONGEST_MILLISECONDS = 180_000
const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const

/**
 * Waits until all writes are processed: a marker written now has passed the table's stream, the relay and its queue,
 * and no queue has messages, visible, in flight or delayed. Repeats this while a worker receives other messages,
 * because they can lead to messages in queues that were empty. Purges queues that do not become empty, and returns
 * their names.
 */
export async function waitUntilIdle(testBed: Administrator): Promise<string[]> {
  const until = Date.now() + LONGEST_MILLISECONDS
  const stuck: string[] = []
  for (;;) {
    const mark = randomUUID()
    const passed = Promise.withResolvers<void>()
    let isBusy = false
    const stop = testBed.service.cloud.faults.watch(({ by, action, request }) => {
      if (by === 'mapping' && action === 'ReceiveMessage')
        isBusy ||= heldMessages(request).some(({ body }) => !body.includes(mark))
      if (action === 'DeleteMessageBatch' && request.includes(mark)) passed.resolve()
    })
    await writeMark(testBed, mark)
    await passed.promise
    stuck.push(...(await emptyQueues(testBed, until)))
    stop()
    if (!isBusy || Date.now() > until) return stuck
  }
}

/** Waits until each queue is empty. Purges those that are not in time, and returns their names. */
async function emptyQueues(testBed: Administrator, until: number): Promise<string[]> {
  const stuck: string[] = []
  for (const QueueUrl of testBed.workQueues) {
    while (!(await isEmpty(testBed, QueueUrl))) {
      if (Date.now() > until) {
        stuck.push(`${QueueUrl.split('/').at(-1)} did not become empty`)
        await testBed.sqs.send(new PurgeQueueCommand({ QueueUrl }))
      }
      await setTimeout(POLL_MILLISECONDS)
    }
  }
  return stuck
}

/** Writes a message of a delivery that does not exist, which has no effects. */
async function writeMark({ dynamodb, tableName }: Administrator, mark: string): Promise<void> {
  const body = JSON.stringify({ organizationId: mark, webhookId: mark, deliveryId: mark })
  const out = { M: { q: { S: 'deliveries' }, g: { S: mark }, b: { S: body } } }
  await dynamodb.send(new PutItemCommand({ TableName: tableName, Item: { pk: { S: mark }, sk: { S: mark }, out } }))
}

async function isEmpty({ sqs }: Administrator, QueueUrl: string): Promise<boolean> {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...COUNTS] }))
  return COUNTS.every((name) => Attributes[name] === '0')
}

/** Removes all messages from the queues without workers. Returns their bodies. */
export async function takeDeadLetters({ sqs, deadQueues }: Administrator): Promise<string[]> {
  const bodies: string[] = []
  for (const QueueUrl of deadQueues) {
    for (;;) {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      if (Messages.length === 0) break
      for (const { Body = '', ReceiptHandle } of Messages) {
        bodies.push(Body)
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      }
    }
  }
  return bodies
}
