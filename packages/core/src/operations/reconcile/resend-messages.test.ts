import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test } from 'vitest'
import { resendMessages } from './resend-messages.ts'

const sqs = mockClient(SQSClient)
afterAll(() => sqs.restore())

test('throws if the queue rejects one of several messages', async () => {
  sqs.on(SendMessageBatchCommand).resolves({
    Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: 'x' }],
    Failed: [{ Id: '1', SenderFault: false, Code: 'InternalError', Message: 'try again' }],
  })
  const messages = ['one', 'two'].map((body) => ({ queue: 'deliveries' as const, group: 'g', body }))
  const urls = { deliveries: 'http://127.0.0.1/000000000000/deliveries' }
  await expect(resendMessages(messages, urls, 1)).rejects.toThrow('"deliveries" rejected a message: try again')
  const [call] = sqs.commandCalls(SendMessageBatchCommand)
  expect(call?.args[0].input.Entries?.map(({ MessageBody }) => MessageBody)).toEqual(['one', 'two'])
})
