import { randomUUID } from 'node:crypto'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
let url: (logicalId: string) => string
beforeAll(async () => {
  const redriveTo = (logicalId: string) => ({
    deadLetterTargetArn: { 'Fn::GetAtt': [logicalId, 'Arn'] },
    maxReceiveCount: 1,
  })
  ground = await startGround({
    Work: {
      Type: 'AWS::SQS::Queue',
      Properties: { VisibilityTimeout: 43_200, RedrivePolicy: redriveTo('Dead') },
    },
    Dead: { Type: 'AWS::SQS::Queue' },
    Turns: {
      Type: 'AWS::SQS::Queue',
      Properties: { FifoQueue: true, RedrivePolicy: redriveTo('DeadTurns') },
    },
    DeadTurns: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
  })
  url = (logicalId) => ground.resource(logicalId).physicalId
})
afterAll(() => ground[Symbol.asyncDispose]())

const arn = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`
const sqs = () => new SQS(ground.administrator)

/** Sends a message and receives it until the queue moves it to the dead-letter queue. */
async function sendToDeadLetters(queue: string, message: { MessageBody: string; MessageGroupId?: string }) {
  const QueueUrl = url(queue)
  const fifo = message.MessageGroupId && { MessageDeduplicationId: message.MessageBody }
  await sqs().sendMessage({ QueueUrl, ...message, ...fifo })
  const { Messages } = await sqs().receiveMessage({ QueueUrl })
  await sqs().changeMessageVisibility({ QueueUrl, ReceiptHandle: Messages?.[0]?.ReceiptHandle, VisibilityTimeout: 0 })
  expect((await sqs().receiveMessage({ QueueUrl })).Messages).toBeUndefined()
}

async function take(queue: string) {
  const QueueUrl = url(queue)
  const { Messages = [] } = await sqs().receiveMessage({
    QueueUrl,
    WaitTimeSeconds: 5,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })
  for (const { ReceiptHandle } of Messages) await sqs().deleteMessage({ QueueUrl, ReceiptHandle })
  return Messages
}

test('returns one URL of a queue, at the front door', async () => {
  const { QueueUrl } = await sqs().getQueueUrl({ QueueName: 'Test-Work' })
  expect(QueueUrl).toBe(url('Work'))
  expect(QueueUrl).toBe(`${ground.administrator.endpoint}/000000000000/Test-Work`)
})

test('gives a queue the attributes of the template', async () => {
  const { Attributes } = await sqs().getQueueAttributes({ QueueUrl: url('Work'), AttributeNames: ['All'] })
  expect(Attributes).toMatchObject({
    QueueArn: arn('Test-Work'),
    VisibilityTimeout: '43200',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn('Test-Dead'), maxReceiveCount: 1 }),
  })
})

test('requires the single action’s permission on the same queue for a batch', async () => {
  const sender = new SQS(ground.as({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arn('Test-Dead') }))
  const Entries = [{ Id: 'a', MessageBody: 'a' }]
  await sender.sendMessageBatch({ QueueUrl: url('Dead'), Entries })
  expect(await take('Dead')).toMatchObject([{ Body: 'a' }])
  await expect(sender.sendMessageBatch({ QueueUrl: url('Work'), Entries })).rejects.toMatchObject({
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
    message: expect.stringContaining(`sqs:SendMessage on resource: ${arn('Test-Work')}`),
  })
})

test('rejects an access key that was never issued', async () => {
  await expect(new SQS(ground.stranger).listQueues({})).rejects.toMatchObject({
    name: 'InvalidClientTokenId',
    $metadata: { httpStatusCode: 403 },
  })
})

test('keeps the error name of the engine', async () => {
  const QueueUrl = url('Work').replace('Work', 'Nothing')
  await expect(sqs().sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
})

test('accepts emoji, and refuses characters that XML does not have', async () => {
  const QueueUrl = url('Dead')
  await sqs().sendMessage({ QueueUrl, MessageBody: '👍' })
  const Entries = ['🎉', '\uFFFE'].map((MessageBody, n) => ({ Id: String(n), MessageBody }))
  expect(await sqs().sendMessageBatch({ QueueUrl, Entries })).toMatchObject({
    Successful: [{ Id: '0' }],
    Failed: [{ Id: '1', Code: 'InvalidMessageContents', SenderFault: true }],
  })
  const bodies = [...(await take('Dead')), ...(await take('Dead'))].map(({ Body }) => Body)
  expect(bodies).toEqual(['👍', '🎉'])
  await expect(sqs().sendMessage({ QueueUrl, MessageBody: '\uFFFE' })).rejects.toThrow('Invalid characters')
})

const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { DataType: 'String', StringValue: 'x' }]))

test.each([
  ['a delay above 15 minutes', 'Dead', { DelaySeconds: 901 }],
  ['a negative delay', 'Dead', { DelaySeconds: -1 }],
  ['a fraction of a second', 'Dead', { DelaySeconds: 0.5 }],
  ['a long group', 'Dead', { MessageGroupId: 'g'.repeat(129) }],
  ['a group with a space', 'Turns', { MessageGroupId: 'g 1', MessageDeduplicationId: 'd' }],
  ['a long deduplication id', 'Turns', { MessageGroupId: 'g', MessageDeduplicationId: 'd'.repeat(129) }],
  ['eleven attributes', 'Dead', { MessageAttributes: attributes(11) }],
  ['a deduplication id in a standard queue', 'Dead', { MessageDeduplicationId: 'd' }],
])('refuses %s, in a batch only that message', async (_, queue, fields) => {
  const QueueUrl = url(queue)
  const message = { MessageBody: 'refused', ...fields }
  await expect(sqs().sendMessage({ QueueUrl, ...message })).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  const Failed = [{ Id: 'bad', SenderFault: true, Code: 'InvalidParameterValue' }]
  const bad = { Id: 'bad', ...message }
  const good = {
    Id: 'good',
    MessageBody: 'good',
    ...(queue === 'Turns' && { MessageGroupId: 'g', MessageDeduplicationId: randomUUID() }),
  }
  expect(await sqs().sendMessageBatch({ QueueUrl, Entries: [bad] })).toMatchObject({ Successful: [], Failed })
  expect(await sqs().sendMessageBatch({ QueueUrl, Entries: [bad, good] })).toMatchObject({
    Successful: [{ Id: 'good' }],
    Failed,
  })
  expect(await take(queue)).toMatchObject([{ Body: 'good' }])
})

test('accepts the longest delay, group and batch id', async () => {
  const QueueUrl = url('Dead')
  const message = { MessageBody: 'longest', MessageGroupId: 'g'.repeat(128), MessageAttributes: attributes(10) }
  const sent = (Id: string) => sqs().sendMessageBatch({ QueueUrl, Entries: [{ Id, ...message }] })
  expect(await sent('i'.repeat(80))).toMatchObject({ Successful: [{}] })
  await expect(sent('i'.repeat(81))).rejects.toMatchObject({ name: expect.stringContaining('InvalidBatchEntryId') })
  expect(await take('Dead')).toMatchObject([{ Body: 'longest' }])
  await sqs().sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 900 })
  await sqs().purgeQueue({ QueueUrl })
})

test('returns only attributes that a call names', async () => {
  const QueueUrl = url('Dead')
  expect((await sqs().getQueueAttributes({ QueueUrl })).Attributes ?? {}).toEqual({})
  const AttributeNames = ['DelaySeconds' as const]
  expect((await sqs().getQueueAttributes({ QueueUrl, AttributeNames })).Attributes).toEqual({ DelaySeconds: '0' })
  await sqs().sendMessage({ QueueUrl, MessageBody: 'named', MessageAttributes: attributes(1) })
  const { Messages = [] } = await sqs().receiveMessage({ QueueUrl, WaitTimeSeconds: 5, VisibilityTimeout: 0 })
  expect(Messages).toMatchObject([{ Body: 'named' }])
  expect(Messages[0]).not.toHaveProperty('MessageAttributes')
  expect(await take('Dead')).toMatchObject([{ Body: 'named', MessageAttributes: attributes(1) }])
})

test('makes a message visible immediately with visibility timeout 0', async () => {
  const QueueUrl = url('Dead')
  await sqs().sendMessage({ QueueUrl, MessageBody: 'again' })
  const { Messages } = await sqs().receiveMessage({ QueueUrl })
  await sqs().changeMessageVisibility({ QueueUrl, ReceiptHandle: Messages?.[0]?.ReceiptHandle, VisibilityTimeout: 0 })
  expect(await take('Dead')).toMatchObject([{ Body: 'again', Attributes: { ApproximateReceiveCount: '2' } }])
})

test('lists the source queues of a dead-letter queue', async () => {
  const { queueUrls } = await sqs().listDeadLetterSourceQueues({ QueueUrl: url('Dead') })
  expect(queueUrls).toEqual([url('Work')])
})

test('moves dead letters to their queue as new messages', async () => {
  await sendToDeadLetters('Work', { MessageBody: 'lost' })
  const { TaskHandle } = await sqs().startMessageMoveTask({ SourceArn: arn('Test-Dead') })
  expect(TaskHandle).toEqual(expect.any(String))
  const [message] = await take('Work')
  expect(message).toMatchObject({ Body: 'lost', Attributes: { ApproximateReceiveCount: '1' } })
  await vi.waitFor(async () => {
    const { Results } = await sqs().listMessageMoveTasks({ SourceArn: arn('Test-Dead') })
    expect(Results).toMatchObject([
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1, ApproximateNumberOfMessagesToMove: 1 },
    ])
  }, 30_000)
})

test('keeps the group of a FIFO message in a move task', async () => {
  await sendToDeadLetters('Turns', { MessageBody: 'turn', MessageGroupId: 'g1' })
  await sqs().startMessageMoveTask({ SourceArn: arn('Test-DeadTurns.fifo') })
  expect(await take('Turns')).toMatchObject([{ Body: 'turn', Attributes: { MessageGroupId: 'g1' } }])
})

test('requires a dead-letter queue and all permissions of a move for a move task', async () => {
  await expect(sqs().startMessageMoveTask({ SourceArn: arn('Test-Work') })).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  })
  const starter = new SQS(
    ground.as({ Effect: 'Allow', Action: ['sqs:StartMessageMoveTask', 'sqs:ReceiveMessage'], Resource: '*' }),
  )
  await expect(starter.startMessageMoveTask({ SourceArn: arn('Test-Dead') })).rejects.toThrow('sqs:DeleteMessage')
})
