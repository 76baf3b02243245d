import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resendMessages } from './resend-messages.ts'

const sqs = mockClient(SQSClient)
beforeEach(() => sqs.reset())
afterAll(() => sqs.restore())

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
