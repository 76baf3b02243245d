import { EventBridge } from '@aws-sdk/client-eventbridge'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

const invoked: { readonly arn: string; readonly event: unknown }[] = []

const rule = (EventPattern: JsonObject, target: JsonObject, more: JsonObject = {}) => ({
  Type: 'AWS::Events::Rule',
  Properties: { EventBusName: { Ref: 'Bus' }, EventPattern, Targets: [{ Id: 'one', ...target }], ...more },
})
const queue = (logicalId: string) => ({ Arn: { 'Fn::GetAtt': [logicalId, 'Arn'] } })
const opened = (logicalId: string, ruleId: string) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: logicalId }],
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Resource: queue(logicalId).Arn,
          Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [ruleId, 'Arn'] } } },
        },
      ],
    },
  },
})
const FUNCTION = 'arn:aws:lambda:eu-central-1:000000000000:function:count'

let ground: Ground
beforeAll(async () => {
  ground = await startGround(
    {
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'shop' } },
      Orders: { Type: 'AWS::SQS::Queue', Properties: {} },
      Closed: { Type: 'AWS::SQS::Queue', Properties: {} },
      ToOrders: rule({ 'detail-type': [{ prefix: 'order.' }], resources: ['shelf/1'] }, queue('Orders')),
      OpenOrders: opened('Orders', 'ToOrders'),
      ToClosed: rule({ source: ['shop'] }, queue('Closed')),
      OpenClosedForAnother: opened('Closed', 'ToOrders'),
      Off: rule({ source: ['shop'] }, queue('Orders'), { State: 'DISABLED' }),
      ToFunction: rule({ detail: { total: [{ numeric: ['>', 10] }] } }, { Arn: FUNCTION }),
      Permission: {
        Type: 'AWS::Lambda::Permission',
        Properties: {
          FunctionName: FUNCTION,
          Principal: 'events.amazonaws.com',
          Action: 'lambda:InvokeFunction',
          SourceArn: { 'Fn::GetAtt': ['ToFunction', 'Arn'] },
        },
      },
    },
    {
      invoke: async (arn, event) => {
        invoked.push({ arn, event })
        return { payload: null }
      },
    },
  )
})
afterAll(() => ground[Symbol.asyncDispose]())

const ENTRY = { EventBusName: 'shop', Source: 'shop', DetailType: 'order.placed', Resources: ['shelf/1'] }
const put = (...entries: readonly object[]) =>
  new EventBridge(ground.administrator).putEvents({
    Entries: entries.map((entry) => ({ ...ENTRY, Detail: '{"total":12}', ...entry })),
  })
const received = async () => {
  const QueueUrl = ground.resource('Orders').physicalId
  const sqs = new SQS(ground.administrator)
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 })
  for (const { ReceiptHandle } of Messages) await sqs.deleteMessage({ QueueUrl, ReceiptHandle })
  return Messages.map(({ Body = '' }): unknown => JSON.parse(Body))
}

test('sends an event to the targets of the rules that match it', async () => {
  const before = ground.ledger.snapshot().total.busEvents
  const { Entries, FailedEntryCount } = await put({}, { DetailType: 'refund', Detail: '{"total":2}' })
  expect(FailedEntryCount).toBe(0)
  const event = {
    version: '0',
    id: Entries?.[0]?.EventId,
    'detail-type': 'order.placed',
    source: 'shop',
    account: '000000000000',
    time: expect.stringMatching(/:\d\dZ$/),
    region: 'eu-central-1',
    resources: ['shelf/1'],
    detail: { total: 12 },
  }
  expect(await received()).toEqual([event])
  expect(invoked).toEqual([{ arn: FUNCTION, event }])
  expect(ground.ledger.snapshot().total.busEvents - before).toBe(2)
})

test('a target whose policy does not name the rule receives nothing', async () => {
  await put({ Resources: [] })
  expect(ground.logged.at(-1)).toContain('no policy of the queue allows the rule')
  expect(await received()).toEqual([])
})

test('accepts the ARN of a bus, and loses events to a bus that does not exist', async () => {
  const arn = ground.resource('Bus').arn
  expect(arn).toBe('arn:aws:events:eu-central-1:000000000000:event-bus/shop')
  const { FailedEntryCount } = await put({ EventBusName: arn }, { EventBusName: 'unknown' })
  expect(FailedEntryCount).toBe(0)
  expect(await received()).toHaveLength(1)
})

test('judges each entry, and the size of all', async () => {
  const { Entries, FailedEntryCount } = await put({ Detail: 'no JSON' }, { Source: 'aws.s3' }, { DetailType: '' }, {})
  expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
    'MalformedDetail',
    'NotAuthorizedForSourceException',
    'InvalidArgument',
    undefined,
  ])
  expect(FailedEntryCount).toBe(3)
  const large = { Detail: JSON.stringify({ text: 'x'.repeat(256 * 1024) }) }
  await expect(put(large)).rejects.toMatchObject({ name: 'ValidationException', $metadata: { httpStatusCode: 400 } })
  await expect(put(...Array<object>(11).fill({}))).rejects.toMatchObject({ name: 'ValidationException' })
})

test('bills each 64 KB of an event', async () => {
  const before = ground.ledger.snapshot().total.busEvents
  await put({ Detail: JSON.stringify({ text: 'x'.repeat(65 * 1024) }) })
  expect(ground.ledger.snapshot().total.busEvents - before).toBe(2)
})

test('requires the permission for the bus', async () => {
  const statement = { Effect: 'Allow', Action: 'events:PutEvents', Resource: ground.resource('Bus').arn }
  const client = new EventBridge(ground.as(statement))
  const entry = { ...ENTRY, Detail: '{}' }
  expect(await client.putEvents({ Entries: [entry] })).toMatchObject({ FailedEntryCount: 0 })
  await expect(client.putEvents({ Entries: [{ ...entry, EventBusName: 'default' }] })).rejects.toMatchObject({
    name: 'AccessDeniedException',
  })
})

const toFunction = { Targets: [{ Id: 'a', Arn: FUNCTION }] }
const pattern = { EventPattern: { source: ['shop'] } }

test.each([
  ['a schedule', { ...toFunction, ScheduleExpression: 'rate(1 hour)' }, 'a rule without a pattern'],
  ['a transformed input', { ...pattern, Targets: [{ Id: 'a', Arn: FUNCTION, Input: '{}' }] }, 'Input of a target'],
  ['another target', { ...pattern, Targets: [{ Id: 'a', Arn: 'arn:aws:sns:r:1:t' }] }, 'the target arn:aws:sns:r:1:t'],
])('refuses a rule with %s at startup', async (_, Properties, message) => {
  await expect(startGround({ Rule: { Type: 'AWS::Events::Rule', Properties } })).rejects.toThrow(message)
})
