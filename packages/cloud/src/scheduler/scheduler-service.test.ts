import { ConflictException, ResourceNotFoundException, Scheduler, ValidationException } from '@aws-sdk/client-scheduler'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { manualTime } from '../time.ts'
import { NOW, schedule, TEMPLATE } from './scheduler-fixture.ts'

let ground: Ground
let scheduler: Scheduler
beforeAll(async () => {
  ground = await startGround(TEMPLATE, { time: manualTime(NOW) })
})
beforeEach(() => {
  scheduler = new Scheduler(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())

const arn = (what: string) => `arn:aws:scheduler:eu-central-1:000000000000:${what}`
const GroupName = 'windows'

test('returns a created schedule with defaults', async () => {
  const { ScheduleArn } = await scheduler.createSchedule(
    schedule(ground, 'whole', {
      ScheduleExpressionTimezone: 'Europe/Berlin',
      ScheduleExpression: 'at(2026-12-01T10:00:00)',
      EndDate: new Date('2027-01-01T00:00:00Z'),
      Target: { RetryPolicy: { MaximumRetryAttempts: 3 }, SqsParameters: { MessageGroupId: 'g' } },
    }),
  )
  expect(ScheduleArn).toBe(arn('schedule/windows/whole'))
  expect(await scheduler.getSchedule({ Name: 'whole', GroupName })).toMatchObject({
    Arn: ScheduleArn,
    Name: 'whole',
    GroupName,
    ScheduleExpression: 'at(2026-12-01T10:00:00)',
    ScheduleExpressionTimezone: 'Europe/Berlin',
    State: 'ENABLED',
    ActionAfterCompletion: 'NONE',
    FlexibleTimeWindow: { Mode: 'OFF' },
    CreationDate: new Date(NOW),
    LastModificationDate: new Date(NOW),
    EndDate: new Date('2027-01-01T00:00:00Z'),
    Target: {
      Arn: ground.resource('Queue').arn,
      Input: 'hello',
      RetryPolicy: { MaximumRetryAttempts: 3 },
      SqsParameters: { MessageGroupId: 'g' },
    },
  })
})

test('reserves a name until its schedule is deleted', async () => {
  await scheduler.createSchedule(schedule(ground, 'taken'))
  const again = scheduler.createSchedule(schedule(ground, 'taken'))
  await expect(again).rejects.toThrow(ConflictException)
  await expect(again).rejects.toMatchObject({ name: 'ConflictException', message: 'Schedule taken already exists.' })
  await scheduler.deleteSchedule({ Name: 'taken', GroupName })
  await scheduler.createSchedule(schedule(ground, 'taken'))
})

test('executes a repeated request with its token once', async () => {
  const create = schedule(ground, 'once', { ClientToken: 'token-of-create' })
  const first = await scheduler.createSchedule(create)
  expect((await scheduler.createSchedule(create)).ScheduleArn).toBe(first.ScheduleArn)
  await expect(scheduler.createSchedule({ ...create, Description: 'other' })).rejects.toThrow(ConflictException)
  const remove = { Name: 'once', GroupName, ClientToken: 'token-of-delete' }
  await scheduler.deleteSchedule(remove)
  await scheduler.deleteSchedule(remove)
  await scheduler.createSchedule(create)
  await expect(scheduler.getSchedule({ Name: 'once', GroupName })).rejects.toThrow(ResourceNotFoundException)
})

test('lets the SDK retry after a lost response without a second effect', async () => {
  const fault = ground.faults.plan({ service: 'scheduler', nth: 1, kind: 'fail-after' })
  const retrying = new Scheduler({ ...ground.administrator, maxAttempts: 2 })
  const { ScheduleArn } = await retrying.createSchedule(schedule(ground, 'lost-response'))
  expect(ScheduleArn).toBe(arn('schedule/windows/lost-response'))
  expect(fault.matched).toBe(2)
})

describe('returns not found for what does not exist', () => {
  const nothing = { Name: 'nothing', GroupName }
  test.each([
    ['get', () => scheduler.getSchedule(nothing)],
    ['delete', () => scheduler.deleteSchedule(nothing)],
    [
      'create in a group that does not exist',
      () => scheduler.createSchedule(schedule(ground, 'x', { GroupName: 'no' })),
    ],
  ])('%s', async (_, call) => {
    await expect(call()).rejects.toThrow(ResourceNotFoundException)
    await expect(call()).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
  })
})

test.each([
  ['Schedule Expression', { ScheduleExpression: 'whenever' }],
  ['is in the past', { ScheduleExpression: 'at(2026-11-21T09:59:59)' }],
  ['Europe/Atlantis', { ScheduleExpressionTimezone: 'Europe/Atlantis' }],
  ['MaximumWindowInMinutes', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const } }],
  ['MaximumRetryAttempts', { Target: { RetryPolicy: { MaximumRetryAttempts: 186 } } }],
  ['MaximumEventAgeInSeconds', { Target: { RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
  ['not supported', { Target: { Arn: 'arn:aws:sns:eu-central-1:000000000000:topic' } }],
])('rejects an invalid schedule: %s', async (told, wrong) => {
  const creating = scheduler.createSchedule(schedule(ground, 'wrong', wrong))
  await expect(creating).rejects.toThrow(ValidationException)
  await expect(creating).rejects.toThrow(told)
})

test.each(['a'.repeat(65), 'a+b', 'a b'])('rejects the name %j', async (name) => {
  await expect(scheduler.createSchedule(schedule(ground, name))).rejects.toThrow("Value at 'name' must match")
})

test('lists schedules by group and name, in pages', async () => {
  const names = async (query: Parameters<Scheduler['listSchedules']>[0]) => {
    const { Schedules = [], NextToken } = await scheduler.listSchedules({ GroupName, NamePrefix: 'listed-', ...query })
    return { names: Schedules.map(({ Name }) => Name), NextToken }
  }
  for (const name of ['b', 'a', 'c']) {
    await scheduler.createSchedule(schedule(ground, `listed-${name}`, { State: name === 'c' ? 'DISABLED' : 'ENABLED' }))
  }
  const first = await names({ MaxResults: 2 })
  expect(first).toEqual({ names: ['listed-a', 'listed-b'], NextToken: expect.any(String) })
  expect(await names({ MaxResults: 2, NextToken: first.NextToken })).toEqual({ names: ['listed-c'] })
  expect(await names({ State: 'DISABLED' })).toEqual({ names: ['listed-c'] })
  expect(await names({ GroupName: 'default' })).toEqual({ names: [] })
})

describe('permissions', () => {
  const passRole = (service: string) => ({
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: ground.resource('Role').arn,
    Condition: { StringEquals: { 'iam:PassedToService': service } },
  })
  const create = () => ({
    Effect: 'Allow',
    Action: 'scheduler:CreateSchedule',
    Resource: arn('schedule/windows/*'),
  })

  test('of creating in the group and passing the role are sufficient', async () => {
    const creator = new Scheduler(ground.as(create(), passRole('scheduler.amazonaws.com')))
    await creator.createSchedule(schedule(ground, 'allowed'))
    await expect(creator.createSchedule(schedule(ground, 'allowed', { GroupName: 'default' }))).rejects.toThrow(
      `scheduler:CreateSchedule on resource: ${arn('schedule/default/allowed')}`,
    )
  })

  test.each([
    ['no permission to pass the role', () => [create()]],
    ['permission to pass it to another service', () => [create(), passRole('lambda.amazonaws.com')]],
  ])('%s is not sufficient', async (_, statements) => {
    const creator = new Scheduler(ground.as(...statements()))
    await expect(creator.createSchedule(schedule(ground, 'denied'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`iam:PassRole on resource: ${ground.resource('Role').arn}`),
    })
  })

  test.each([
    ['does not trust the Scheduler', 'windows', 'Foreign'],
    ['trusts it for another group', 'default', 'Role'],
  ])('rejects a role that %s', async (_, group, role) => {
    const creating = scheduler.createSchedule(
      schedule(ground, 'untrusted', { GroupName: group, Target: { RoleArn: ground.resource(role).arn } }),
    )
    await expect(creating).rejects.toThrow('must allow AWS EventBridge Scheduler to assume the role')
  })
})
