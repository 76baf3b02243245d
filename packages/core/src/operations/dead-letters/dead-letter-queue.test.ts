import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type DeadLetter, holdMessages } from './dead-letter-queue.ts'

const QueueUrl = 'http://127.0.0.1/000000000000/dead'
const sqs = mockClient(SQSClient)
beforeEach(() => sqs.reset())
afterAll(() => sqs.restore())

const message = (id: string) => ({ MessageId: id, ReceiptHandle: `receipt-${id}`, Body: id })
const released = () =>
  sqs
    .commandCalls(ChangeMessageVisibilityBatchCommand, { QueueUrl })
    .flatMap(({ args: [{ input }] }) => input.Entries ?? [])
    .map(({ Id, VisibilityTimeout }) => [Id, VisibilityTimeout])

test('throws if a message cannot be deleted, and releases it', async () => {
  sqs.on(ReceiveMessageCommand).resolves({ Messages: [message('a'), message('b')] })
  sqs.on(DeleteMessageBatchCommand).resolves({
    Successful: [{ Id: 'a' }],
    Failed: [{ Id: 'b', SenderFault: false, Code: 'InternalError', Message: 'try again' }],
  })
  sqs.on(ChangeMessageVisibilityBatchCommand).resolves({ Successful: [], Failed: [] })
  {
    await using held = await holdMessages(QueueUrl, { limit: 2 })
    await expect(held.remove(held.messages)).rejects.toThrow('a message could not be deleted: InternalError')
  }
  expect(released()).toContainEqual(['b', 0])
})

test('releases the other messages if one cannot be released', async () => {
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: Array.from({ length: 10 }, (_, index) => message(`first-${index}`)) })
    .resolves({ Messages: [message('second')] })
  sqs.on(ChangeMessageVisibilityBatchCommand).resolves({
    Successful: [],
    Failed: [{ Id: 'first-0', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }],
  })
  await (await holdMessages(QueueUrl, { limit: 11 }))[Symbol.asyncDispose]()
  expect(released()).toHaveLength(11)
})

test('releases held messages if the queue cannot be read', async () => {
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [message('a')] })
    .rejects(new Error('no response'))
  sqs.on(ChangeMessageVisibilityBatchCommand).resolves({ Successful: [{ Id: 'a' }], Failed: [] })
  await expect(holdMessages(QueueUrl, { limit: 2 })).rejects.toThrow('no response')
  expect(released()).toEqual([['a', 0]])
})

test('stops at the batch with the last wanted message, or at a batch without new messages', async () => {
  const hold = async (...ids: string[]) => {
    const batches = [['a', 'b'], ['c'], ['d'], ['d'], ['e']]
    sqs.on(ReceiveMessageCommand).callsFake(() => ({ Messages: batches.shift()?.map(message) }))
    sqs.on(ChangeMessageVisibilityBatchCommand).resolves({ Successful: [], Failed: [] })
    const isWanted = ({ messageId }: DeadLetter) => ids.includes(messageId)
    await using held = await holdMessages(QueueUrl, { limit: 9, isWanted, wanted: ids.length })
    return { held: held.messages.map(({ messageId }) => messageId), wanted: held.wanted.length, more: held.more }
  }
  expect(await hold('c')).toEqual({ held: ['a', 'b', 'c'], wanted: 1, more: false })
  expect(await hold('a', 'c')).toEqual({ held: ['a', 'b', 'c'], wanted: 2, more: false })
  expect(await hold('e')).toEqual({ held: ['a', 'b', 'c', 'd'], wanted: 0, more: false })
})

test('holds up to a limit', async () => {
  sqs.on(ReceiveMessageCommand).callsFake(({ MaxNumberOfMessages }) => ({
    Messages: ['a', 'b', 'c'].slice(0, MaxNumberOfMessages).map(message),
  }))
  sqs.on(ChangeMessageVisibilityBatchCommand).resolves({ Successful: [], Failed: [] })
  await using held = await holdMessages(QueueUrl, { limit: 2 })
  expect(held).toMatchObject({ messages: [{ messageId: 'a' }, { messageId: 'b' }], more: true })
})
