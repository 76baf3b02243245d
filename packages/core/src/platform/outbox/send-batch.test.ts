import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resendMessages, sendBatch } from './send-batch.ts'

const sqs = mockClient(SQSClient)
afterAll(() => sqs.restore())
const pauses: number[] = []
const pause = async (milliseconds: number) => pauses.push(milliseconds)

beforeEach(() => {
  sqs.reset()
  pauses.length = 0
})

const items = ['a', 'b', 'c'].map((b) => ({ out: { q: 'deliveries', g: 'w', b } }))
const [a, b, c] = items
const send = () => sendBatch(new SQSClient({}), 'url', items, { relayedAt: 1, onError: () => {}, pause })
const refused = (Id: string, Code: string, SenderFault = false) => ({ Id, Code, SenderFault })
const sent = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .map(({ args: [{ input }] }) => input.Entries?.map(({ MessageBody }) => MessageBody))

test('sends an accepted batch once', async () => {
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [] })
  expect(await send()).toEqual({ left: [], unsendable: [] })
  expect(sent()).toEqual([['a', 'b', 'c']])
})

test('retries only the failed entries', async () => {
  sqs
    .on(SendMessageBatchCommand)
    .resolvesOnce({ Failed: [refused('1', 'InternalError')] })
    .resolvesOnce({ Failed: [refused('0', 'RequestThrottled', true)] })
    .resolves({ Failed: [] })
  expect(await send()).toEqual({ left: [], unsendable: [] })
  expect(sent()).toEqual([['a', 'b', 'c'], ['b'], ['b']])
})

test('does not retry entries that SQS rejects for their content', async () => {
  sqs
    .on(SendMessageBatchCommand)
    .resolvesOnce({ Failed: [refused('0', 'InvalidMessageContents', true), refused('2', 'ServiceUnavailable')] })
    .resolves({ Failed: [] })
  expect(await send()).toEqual({ left: [], unsendable: [a] })
  expect(sent()).toEqual([['a', 'b', 'c'], ['c']])
})

test('returns entries that fail after all retries', async () => {
  sqs
    .on(SendMessageBatchCommand)
    .resolvesOnce({ Failed: [refused('0', 'InternalError'), refused('2', 'InternalError')] })
    .resolvesOnce({ Failed: [refused('1', 'InternalError')] })
    .resolves({ Failed: [refused('0', 'InternalError')] })
  expect(await send()).toEqual({ left: [c], unsendable: [] })
  expect(sent()).toEqual([['a', 'b', 'c'], ['a', 'c'], ['c'], ['c']])
  expect(pauses).toEqual([100, 400, 1600])
})

test('retries failed calls and returns all entries after the last retry', async () => {
  sqs.on(SendMessageBatchCommand).rejectsOnce(new Error('no connection')).resolves({ Failed: [] })
  expect(await send()).toEqual({ left: [], unsendable: [] })
  sqs.on(SendMessageBatchCommand).rejects(new Error('no connection'))
  expect(await send()).toEqual({ left: [a, b, c], unsendable: [] })
})

const URLS = { deliveries: 'http://127.0.0.1/000000000000/deliveries' }
const outOf = (b: string, d?: number) => ({ q: 'deliveries' as const, g: 'g', b, ...(d && { d }) })
const batches = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? [])

test('throws if the queue rejects one of several messages', async () => {
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: '1', SenderFault: true, Code: 'InvalidMessageContents' }] })
  const sending = resendMessages([outOf('one'), outOf('two')], URLS, 1)
  await expect(sending).rejects.toThrow('"deliveries" rejected a message: InvalidMessageContents')
  expect(batches().map((entries) => entries.map(({ MessageBody }) => MessageBody))).toEqual([['one', 'two']])
})

test('keeps the delay of a message, and marks it as a repeat', async () => {
  sqs.on(SendMessageBatchCommand).resolves({})
  await resendMessages([outOf('one', 1), outOf('two')], URLS, 5)
  expect(batches()[0]).toMatchObject([
    { DelaySeconds: 1, MessageAttributes: { isRepeat: { StringValue: 'true' }, relayedAt: { StringValue: '5' } } },
    { MessageBody: 'two' },
  ])
})

test('sends at most as many bytes in a batch as the queue accepts', async () => {
  sqs.on(SendMessageBatchCommand).resolves({})
  await resendMessages(
    Array.from({ length: 3 }, () => outOf('x'.repeat(400 * 1024))),
    URLS,
    1,
  )
  expect(batches().map(({ length }) => length)).toEqual([2, 1])
})
