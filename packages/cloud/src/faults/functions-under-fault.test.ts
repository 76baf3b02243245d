import { join } from 'node:path'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Cloud, startCloud } from '../cloud.ts'
import { functionResources, writeAssembly } from '../testing/assembly.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const allow = (Action: string | readonly string[], logicalId: string) => ({
  Effect: 'Allow',
  Action,
  Resource: arnOf(logicalId),
})

/** Sends the given bodies one after the other. */
const SENDER = `
import { SQS } from '@aws-sdk/client-sqs'
const sqs = new SQS({})
let calls = 0
export const handler = async ({ bodies }) => {
  for (const MessageBody of bodies) await sqs.sendMessage({ QueueUrl: process.env.QUEUE_URL, MessageBody })
  return ++calls
}`

const WORKER = `
import { SQS } from '@aws-sdk/client-sqs'
const sqs = new SQS({})
export const handler = async ({ Records }) => {
  for (const { body } of Records) await sqs.sendMessage({ QueueUrl: process.env.QUEUE_URL, MessageBody: body })
}`

const directory = temporaryDirectory()
let cloud: Cloud
beforeAll(async () => {
  const Resources = {
    Out: { Type: 'AWS::SQS::Queue' },
    Work: { Type: 'AWS::SQS::Queue' },
    ...functionResources('Sender', {
      hash: 'sender',
      environment: { QUEUE_URL: { Ref: 'Out' } },
      statements: [allow('sqs:SendMessage', 'Out')],
    }),
    ...functionResources('Worker', {
      hash: 'worker',
      environment: { QUEUE_URL: { Ref: 'Out' } },
      statements: [
        allow('sqs:SendMessage', 'Out'),
        allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], 'Work'),
      ],
    }),
    FromQueue: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: arnOf('Work'), FunctionName: { Ref: 'Worker' } },
    },
  }
  const assembly = join(directory.path, 'cdk.out')
  writeAssembly(assembly, { Resources }, { sender: SENDER, worker: WORKER })
  cloud = await startCloud({ assembly, dynamodb: inject('dynamodb'), dataDir: join(directory.path, 'data') })
  // Long enough for the start of a worker: a second invocation of an earlier message would use up a fault of the next test.
  await sqs().setQueueAttributes({
    QueueUrl: cloud.resource('Work').physicalId,
    Attributes: { VisibilityTimeout: '3' },
  })
})
afterAll(async () => {
  await cloud.stop()
  directory[Symbol.dispose]()
})
afterEach(async () => {
  cloud.faults.clear()
  const QueueUrl = cloud.resource('Work').physicalId
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  await vi.waitFor(
    async () => {
      const { Attributes } = await sqs().getQueueAttributes({ QueueUrl, AttributeNames: [...AttributeNames] })
      expect(AttributeNames.map((name) => Attributes?.[name])).toEqual(['0', '0'])
    },
    { timeout: 30_000 },
  )
  await sqs().purgeQueue({ QueueUrl: cloud.resource('Out').physicalId })
})

const sqs = () =>
  new SQS({ endpoint: cloud.endpointUrl, region: cloud.environment.region, credentials: cloud.administrator })
const send = (bodies: readonly string[]) => cloud.invoke('Test-Sender', { bodies })

/** Waits for this many messages in the last queue. A slow machine may repeat messages that are not `wanted`. */
async function sent(count: number, wanted = (_body: string) => true): Promise<string[]> {
  const QueueUrl = cloud.resource('Out').physicalId
  const bodies: string[] = []
  while (bodies.length < count) {
    const { Messages = [] } = await sqs().receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 })
    for (const { Body = '', ReceiptHandle } of Messages) {
      if (wanted(Body)) bodies.push(Body)
      await sqs().deleteMessage({ QueueUrl, ReceiptHandle })
    }
  }
  return bodies.toSorted()
}

test.each([
  ['kill-before', ['one']],
  ['kill-after', ['one', 'two']],
] as const)('%s ends the worker at its second call, and the next invocation has a new one', async (kind, bodies) => {
  expect(await send([])).toEqual({ payload: expect.any(Number) })
  const fault = cloud.faults.plan({ function: 'Test-Sender', nth: 2, kind })
  expect(await send(['one', 'two', 'three'])).toMatchObject({
    functionError: 'Unhandled',
    payload: { errorType: 'Runtime.ExitError' },
  })
  expect(fault).toMatchObject({ matched: 2, fired: [{ function: 'Test-Sender', action: 'SendMessage', nth: 2 }] })
  expect(await sent(bodies.length)).toEqual(bodies)
  expect(await send([])).toEqual({ payload: 1 })
})

test('ends only the worker that made the call', async () => {
  await Promise.all([send(['warm']), send(['warm'])])
  await sent(2)
  const fault = cloud.faults.plan({ function: 'Test-Sender', nth: 1, kind: 'kill-before' })
  const results = await Promise.all([send(['a']), send(['b'])])
  expect(results.map(({ functionError }) => functionError).toSorted()).toEqual(['Unhandled', undefined])
  expect(fault.fired).toHaveLength(1)
  await sent(1)
})

test('applies a plan for one function to no other function', async () => {
  const fault = cloud.faults.plan({ function: 'Test-Worker', nth: 1, kind: 'fail-before' })
  await send(['untouched'])
  await sqs().sendMessage({ QueueUrl: cloud.resource('Out').physicalId, MessageBody: 'untouched' })
  expect(await sent(2)).toEqual(['untouched', 'untouched'])
  expect(fault.matched).toBe(0)
})

test.each(['fail-before', 'kill-after'] as const)('redelivers what a function failed at: %s', async (kind) => {
  const fault = cloud.faults.plan({ function: 'Test-Worker', service: 'sqs', nth: 1, times: 3, kind })
  await sqs().sendMessage({ QueueUrl: cloud.resource('Work').physicalId, MessageBody: kind })
  const expected = kind === 'kill-after' ? [kind, kind, kind, kind] : [kind]
  expect(await sent(expected.length, (body) => body === kind)).toEqual(expected)
  expect(fault.fired).toHaveLength(3)
})

test('redelivers a message while its delete by the mapping is lost', async () => {
  const fault = cloud.faults.plan({
    by: 'mapping',
    function: 'Test-Worker',
    action: 'DeleteMessageBatch',
    nth: 1,
    times: Number.POSITIVE_INFINITY,
    kind: 'fail-before',
  })
  await sqs().sendMessage({ QueueUrl: cloud.resource('Work').physicalId, MessageBody: 'twice' })
  expect(await sent(2, (body) => body === 'twice')).toEqual(['twice', 'twice'])
  expect(fault.fired[0]).toMatchObject({ by: 'mapping', nth: 1 })
})

test('redelivers a message whose receive by the mapping is lost', async () => {
  const fault = cloud.faults.plan({ by: 'mapping', action: 'ReceiveMessage', nth: 1, kind: 'fail-after' })
  await sqs().sendMessage({ QueueUrl: cloud.resource('Work').physicalId, MessageBody: 'late' })
  expect(await sent(1)).toEqual(['late'])
  expect(fault.matched).toBeGreaterThanOrEqual(2)
  expect(fault.fired).toMatchObject([{ by: 'mapping', action: 'ReceiveMessage', nth: 1 }])
})

test('selects calls by their content and by the event behind them', async () => {
  const plan = { function: 'Test-Sender', nth: 1, kind: 'kill-before' } as const
  const saying = cloud.faults.plan({ ...plan, where: ({ request }) => request.includes('chosen') })
  const caused = cloud.faults.plan({ ...plan, nth: 2, where: ({ event }) => event?.includes('marked') === true })
  const seen: (string | undefined)[] = []
  const stop = cloud.faults.watch((call) => seen.push(call.function))
  await send(['spared', 'chosen'])
  await send(['one', 'marked'])
  stop()
  await send(['unseen'])
  expect([saying, caused]).toMatchObject([
    { matched: 1, fired: [{}] },
    { matched: 2, fired: [{}] },
  ])
  expect(await sent(3)).toEqual(['one', 'spared', 'unseen'])
  expect(seen.filter((name) => name === 'Test-Sender')).toHaveLength(4)
})
