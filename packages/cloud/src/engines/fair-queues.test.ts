import { type Message, SQS } from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { type Fauxqs, startFauxqs } from './fauxqs.ts'

const region = 'eu-central-1'
const credentials = { accessKeyId: 'ENGINE', secretAccessKey: 'secret' }

let directory: ReturnType<typeof temporaryDirectory>
let fauxqs: Fauxqs
let sqs: SQS
const start = async () => {
  fauxqs = await startFauxqs({ dataDir: directory.path, region })
  sqs = new SQS({ endpoint: fauxqs.endpoint, region, credentials, maxAttempts: 1 })
}
beforeEach(async () => {
  directory = temporaryDirectory()
  await start()
})
afterEach(async () => {
  await fauxqs.stop()
  directory[Symbol.dispose]()
})

const url = (name: string) => `${fauxqs.endpoint}/000000000000/${name}`

async function createQueue(Attributes: Record<string, string> = {}): Promise<string> {
  await sqs.createQueue({ QueueName: 'work', Attributes })
  return url('work')
}

async function send(QueueUrl: string, group: string | undefined, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, i) => ({
      Id: String(i),
      MessageBody: `${group} ${sent + i}`,
      ...(group && { MessageGroupId: group }),
    }))
    await sqs.sendMessageBatch({ QueueUrl, Entries })
  }
}

async function receive(QueueUrl: string, MaxNumberOfMessages = 10): Promise<Message[]> {
  const { Messages = [] } = await sqs.receiveMessage({
    QueueUrl,
    MaxNumberOfMessages,
    MessageSystemAttributeNames: ['MessageGroupId'],
  })
  return Messages
}

const groups = (messages: readonly Message[]) => messages.map(({ Attributes }) => Attributes?.MessageGroupId)

test('returns the group of a standard queue’s message', async () => {
  const QueueUrl = await createQueue()
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } }
  await sqs.sendMessage({ QueueUrl, MessageBody: 'one', MessageGroupId: 'g1', MessageAttributes })
  await sqs.sendMessage({ QueueUrl, MessageBody: 'two' })
  const Entries = ['g2', undefined, 'g3'].map((MessageGroupId, i) => ({
    Id: String(i),
    MessageBody: 'same',
    ...(MessageGroupId && { MessageGroupId }),
  }))
  await sqs.sendMessageBatch({ QueueUrl, Entries })
  expect(groups(await receive(QueueUrl))).toEqual(['g1', undefined, 'g2', undefined, 'g3'])
})

test('keeps the group over a restart and in the dead-letter queue', async () => {
  await sqs.createQueue({ QueueName: 'dead' })
  const deadLetterTargetArn = `arn:aws:sqs:${region}:000000000000:dead`
  await createQueue({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 }) })
  await send(url('work'), 'kept', 1)
  await fauxqs.stop()
  await start()
  const [message] = await receive(url('work'))
  expect(groups(message ? [message] : [])).toEqual(['kept'])
  const { ReceiptHandle } = message ?? {}
  await sqs.changeMessageVisibility({ QueueUrl: url('work'), ReceiptHandle, VisibilityTimeout: 0 })
  expect(await receive(url('work'))).toEqual([])
  expect(groups(await receive(url('dead')))).toEqual(['kept'])
})

test('delivers a group with thirty messages in flight after all others', async () => {
  const QueueUrl = await createQueue()
  await send(QueueUrl, 'noisy', 50)
  for (let i = 0; i < 3; i++) await receive(QueueUrl)
  await send(QueueUrl, 'quiet', 2)
  await send(QueueUrl, undefined, 1)
  expect(groups(await receive(QueueUrl))).toEqual(['quiet', 'quiet', undefined, ...Array(7).fill('noisy')])
})

test('delivers the noisy group with the fewest messages in flight first, each group in order', async () => {
  const QueueUrl = await createQueue()
  await send(QueueUrl, 'many', 60)
  for (let i = 0; i < 5; i++) await receive(QueueUrl)
  await send(QueueUrl, 'fewer', 50)
  for (let i = 0; i < 4; i++) await receive(QueueUrl)
  const next = await receive(QueueUrl, 2)
  expect(next.map(({ Body }) => Body)).toEqual(['fewer 40', 'fewer 41'])
})

test('loses no message and delivers none twice', async () => {
  const QueueUrl = await createQueue()
  for (const group of ['a', 'b', undefined]) await send(QueueUrl, group, 45)
  const seen: (string | undefined)[] = []
  for (let messages = await receive(QueueUrl); messages.length > 0; messages = await receive(QueueUrl)) {
    seen.push(...messages.map(({ Body }) => Body))
  }
  expect(seen).toHaveLength(135)
  expect(new Set(seen).size).toBe(135)
})
