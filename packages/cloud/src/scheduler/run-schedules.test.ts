import { Scheduler } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Json } from '../resource.ts'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { manualTime } from '../time.ts'
import { NOW, schedule, TEMPLATE } from './scheduler-fixture.ts'

const dataDir = temporaryDirectory()
const invoked: unknown[] = []
let time: ReturnType<typeof manualTime>
let ground: Ground
let scheduler: Scheduler
let sqs: SQS

async function start(at: number, more: { readonly [logicalId: string]: Json } = {}): Promise<void> {
  time = manualTime(at)
  ground = await startGround(
    { ...TEMPLATE, ...more },
    {
      time,
      dataDir: dataDir.path,
      invoke: async (_, event) => {
        invoked.push(event)
        return { payload: null }
      },
    },
  )
  scheduler = new Scheduler(ground.administrator)
  sqs = new SQS(ground.administrator)
}

beforeAll(() => start(NOW))
afterAll(async () => {
  await ground[Symbol.asyncDispose]()
  dataDir[Symbol.dispose]()
})

/** Starts each test at a whole second with empty queues. */
beforeEach(async () => {
  await messages('Queue')
  await messages('Dead')
})

async function messages(queue: string, WaitTimeSeconds = 0) {
  const QueueUrl = ground.resource(queue).physicalId
  const { Messages = [] } = await sqs.receiveMessage({
    QueueUrl,
    MaxNumberOfMessages: 10,
    WaitTimeSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })
  for (const { ReceiptHandle } of Messages) await sqs.deleteMessage({ QueueUrl, ReceiptHandle })
  return Messages
}

const bodies = async (queue: string) => (await messages(queue, 5)).map(({ Body }) => Body)

/** Returns `at()` this many seconds from now. */
const after = (seconds: number) => `at(${new Date(time.now() + seconds * 1000).toISOString().slice(0, 19)})`

const exists = (Name: string) =>
  scheduler.getSchedule({ Name, GroupName: 'windows' }).then(
    () => true,
    () => false,
  )

test('invokes a schedule at its second, and not earlier', async () => {
  const ScheduleExpression = after(5)
  await scheduler.createSchedule(schedule(ground, 'exact', { ScheduleExpression }))
  const before = ground.ledger.snapshot().total.scheduledInvocations
  time.advance(4999)
  expect(ground.ledger.snapshot().total.scheduledInvocations).toBe(before)
  time.advance(1)
  expect(await bodies('Queue')).toEqual(['hello'])
  expect(ground.ledger.snapshot().total.scheduledInvocations).toBe(before + 1)
})

test('invokes a schedule that is due this second at once', async () => {
  await scheduler.createSchedule(schedule(ground, 'now', { ScheduleExpression: after(0) }))
  expect(await bodies('Queue')).toEqual(['hello'])
})

test('invokes a schedule once, and deletes it if it says so', async () => {
  const ScheduleExpression = after(1)
  await scheduler.createSchedule(schedule(ground, 'stays', { ScheduleExpression }))
  await scheduler.createSchedule(schedule(ground, 'goes', { ScheduleExpression, ActionAfterCompletion: 'DELETE' }))
  time.advance(1000)
  await vi.waitFor(async () => expect(await exists('goes')).toBe(false), 30_000)
  expect(await exists('stays')).toBe(true)
  expect(await bodies('Queue')).toHaveLength(2)
  await scheduler.createSchedule(
    schedule(ground, 'later', { ScheduleExpression: after(3600), Target: { Input: 'later' } }),
  )
  time.advance(3_600_000)
  expect(await bodies('Queue')).toEqual(['later'])
})

test('sends the message with its group, and the input with its context', async () => {
  const Input =
    '{"at":"<aws.scheduler.scheduled-time>","arn":"<aws.scheduler.schedule-arn>","n":<aws.scheduler.attempt-number>}'
  const SqsParameters = { MessageGroupId: 'tenant' }
  await scheduler.createSchedule(
    schedule(ground, 'context', { ScheduleExpression: after(2), Target: { Input, SqsParameters } }),
  )
  const at = new Date(time.now() + 2000).toISOString().replace('.000Z', 'Z')
  time.advance(2000)
  const [message] = await messages('Queue', 5)
  expect(message?.Attributes).toMatchObject({ MessageGroupId: 'tenant' })
  const arn = 'arn:aws:scheduler:eu-central-1:000000000000:schedule/windows/context'
  expect(JSON.parse(message?.Body ?? '')).toEqual({ at, arn, n: 1 })
})

test('invokes a function with the input', async () => {
  const Arn = 'arn:aws:lambda:eu-central-1:000000000000:function:worker'
  await scheduler.createSchedule(
    schedule(ground, 'function', { ScheduleExpression: after(1), Target: { Arn, Input: '{"a":1}' } }),
  )
  time.advance(1000)
  await vi.waitFor(() => expect(invoked).toEqual([{ a: 1 }]), 30_000)
})

test('does not invoke a disabled or deleted schedule', async () => {
  const ScheduleExpression = after(10)
  await scheduler.createSchedule(schedule(ground, 'disabled', { ScheduleExpression, State: 'DISABLED' }))
  await scheduler.createSchedule(schedule(ground, 'deleted', { ScheduleExpression }))
  await scheduler.deleteSchedule({ Name: 'deleted', GroupName: 'windows' })
  await scheduler.createSchedule(schedule(ground, 'due', { ScheduleExpression, Target: { Input: 'due' } }))
  time.advance(10_000)
  expect(await bodies('Queue')).toEqual(['due'])
})

test('invokes a rate repeatedly until its end', async () => {
  const EndDate = new Date(time.now() + 120_000)
  const ScheduleExpression = 'rate(1 minute)'
  await scheduler.createSchedule(
    schedule(ground, 'rate', { ScheduleExpression, EndDate, ActionAfterCompletion: 'DELETE' }),
  )
  expect(await bodies('Queue')).toEqual(['hello'])
  for (let i = 0; i < 2; i++) {
    time.advance(60_000)
    expect(await bodies('Queue')).toEqual(['hello'])
  }
  await vi.waitFor(async () => expect(await exists('rate')).toBe(false), 30_000)
})

describe('a target that cannot be invoked', () => {
  test('is sent to the dead-letter queue without a retry if the role lacks permission', async () => {
    const RoleArn = ground.resource('Poor').arn
    const DeadLetterConfig = { Arn: ground.resource('Dead').arn }
    await scheduler.createSchedule(
      schedule(ground, 'poor', { ScheduleExpression: after(1), Target: { RoleArn, DeadLetterConfig } }),
    )
    time.advance(1000)
    expect(await messages('Dead', 5)).toMatchObject([
      {
        Body: 'hello',
        MessageAttributes: {
          ERROR_MESSAGE: { StringValue: expect.stringContaining('not authorized to perform: sqs:SendMessage') },
          TARGET_ARN: { StringValue: ground.resource('Queue').arn },
        },
      },
    ])
    expect(await messages('Queue')).toEqual([])
  })

  test('does not block other schedules', async () => {
    const Arn = 'arn:aws:sqs:eu-central-1:000000000000:gone'
    await scheduler.createSchedule(schedule(ground, 'gone', { ScheduleExpression: after(1), Target: { Arn } }))
    await scheduler.createSchedule(schedule(ground, 'beside', { ScheduleExpression: after(1) }))
    time.advance(1000)
    expect(await bodies('Queue')).toEqual(['hello'])
  })
})

test('invokes what was due during downtime at the start, and the rest on time', async () => {
  await scheduler.createSchedule(
    schedule(ground, 'missed', { ScheduleExpression: after(60), Target: { Input: 'missed' } }),
  )
  await scheduler.createSchedule(
    schedule(ground, 'ahead', { ScheduleExpression: after(600), Target: { Input: 'ahead' } }),
  )
  await ground[Symbol.asyncDispose]()
  await start(time.now() + 300_000)
  expect(await bodies('Queue')).toEqual(['missed'])
  time.advance(300_000)
  expect(await bodies('Queue')).toEqual(['ahead'])
})

test('creates, updates and deletes a schedule of the template', async () => {
  const declared = (Input: string) => ({
    Declared: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        Name: 'declared',
        GroupName: { Ref: 'Group' },
        ScheduleExpression: 'rate(1 day)',
        StartDate: '2030-01-01T00:00:00Z',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] }, Input },
      },
    },
  })
  for (const input of ['one', 'two']) {
    await ground[Symbol.asyncDispose]()
    await start(time.now(), declared(input))
    const found = await scheduler.getSchedule({ Name: 'declared', GroupName: 'windows' })
    expect(found).toMatchObject({
      Arn: ground.resource('Declared').arn,
      StartDate: new Date('2030-01-01T00:00:00Z'),
      Target: { Input: input },
    })
  }
  await ground[Symbol.asyncDispose]()
  await start(time.now())
  expect(await exists('declared')).toBe(false)
})
