import { CloudWatch } from '@aws-sdk/client-cloudwatch'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

const alarm = (AlarmName: string, properties: JsonObject) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmName,
    AlarmDescription: `About ${AlarmName}`,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: 3,
    Threshold: 1,
    ...properties,
  },
})
const metric = (queue: string, MetricName: string) => ({
  Namespace: 'AWS/SQS',
  MetricName,
  Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
})

let ground: Ground
let cloudwatch: CloudWatch
let sqs: SQS
beforeAll(async () => {
  ground = await startGround({
    Dead: { Type: 'AWS::SQS::Queue' },
    Old: { Type: 'AWS::SQS::Queue' },
    DeadTurns: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
    Visible: alarm('App-dead', metric('Dead', 'ApproximateNumberOfMessagesVisible')),
    Turns: alarm('App-dead-turns', {
      Metrics: [
        { Id: 'm', MetricStat: { Metric: metric('DeadTurns', 'ApproximateNumberOfMessagesVisible'), Stat: 'Maximum' } },
      ],
    }),
    Age: alarm('App-old', { ...metric('Dead', 'ApproximateAgeOfOldestMessage'), Threshold: 3600 }),
    Errors: alarm('App-errors', { Namespace: 'AWS/Lambda', MetricName: 'Errors' }),
    Ratio: alarm('Other-ratio', {
      Metrics: [
        { Id: 'a', Expression: 'b / c' },
        {
          Id: 'b',
          ReturnData: false,
          MetricStat: { Metric: metric('Dead', 'NumberOfMessagesSent'), Period: 60, Stat: 'Sum' },
        },
        { Id: 'c', ReturnData: false, MetricStat: { Metric: { MetricName: 'Taken' }, Period: 60, Stat: 'p95' } },
      ],
    }),
    Any: {
      Type: 'AWS::CloudWatch::CompositeAlarm',
      Properties: { AlarmName: 'App-any', AlarmRule: 'ALARM("App-dead")' },
    },
  })
  cloudwatch = new CloudWatch(ground.administrator)
  sqs = new SQS(ground.administrator)
})
afterAll(() => ground?.[Symbol.asyncDispose]())

async function states(prefix = '') {
  const { MetricAlarms = [] } = await cloudwatch.describeAlarms({ AlarmNamePrefix: prefix })
  return Object.fromEntries(MetricAlarms.map(({ AlarmName = '', StateValue }) => [AlarmName, StateValue]))
}

const depth = async (queue: string) => {
  const { Attributes } = await sqs.getQueueAttributes({
    QueueUrl: ground.resource(queue).physicalId,
    AttributeNames: ['All'],
  })
  const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible, ApproximateNumberOfMessagesDelayed } =
    Attributes ?? {}
  return [ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible, ApproximateNumberOfMessagesDelayed]
}

test('evaluates an alarm on a queue, and reports other alarms as not measured', async () => {
  expect(await states()).toEqual({
    'App-dead': 'OK',
    'App-dead-turns': 'OK',
    'App-old': 'OK',
    'App-errors': 'INSUFFICIENT_DATA',
    'Other-ratio': 'INSUFFICIENT_DATA',
  })
  const [before] = (await cloudwatch.describeAlarms({ AlarmNames: ['App-dead'] })).MetricAlarms ?? []
  await sqs.sendMessage({ QueueUrl: ground.resource('Dead').physicalId, MessageBody: 'dead' })
  await sqs.sendMessage({
    QueueUrl: ground.resource('DeadTurns').physicalId,
    MessageBody: 'dead',
    MessageGroupId: 'g',
    MessageDeduplicationId: 'd',
  })
  expect(await states('App-dead')).toEqual({ 'App-dead': 'ALARM', 'App-dead-turns': 'ALARM' })
  const { MetricAlarms } = await cloudwatch.describeAlarms({ StateValue: 'ALARM', MaxRecords: 1 })
  expect(MetricAlarms).toMatchObject([
    {
      AlarmArn: 'arn:aws:cloudwatch:eu-central-1:000000000000:alarm:App-dead',
      AlarmDescription: 'About App-dead',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      StateReason: 'Threshold Crossed: now 1 was greater than or equal to the threshold (1).',
    },
  ])
  expect(MetricAlarms?.[0]?.StateUpdatedTimestamp?.getTime()).toBeGreaterThanOrEqual(
    before?.StateUpdatedTimestamp?.getTime() ?? Number.POSITIVE_INFINITY,
  )
})

test('reports a metric that is not measured', async () => {
  const { MetricAlarms } = await cloudwatch.describeAlarms({ AlarmNames: ['App-errors'] })
  expect(MetricAlarms?.[0]?.StateReason).toBe('The embedded cloud does not measure AWS/Lambda Errors.')
})

test('lists alarms in pages, and composite alarms on request', async () => {
  const names: (string | undefined)[] = []
  let NextToken: string | undefined
  do {
    const page = await cloudwatch.describeAlarms({
      MaxRecords: 2,
      NextToken,
      AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
    })
    for (const each of [...(page.MetricAlarms ?? []), ...(page.CompositeAlarms ?? [])]) names.push(each.AlarmName)
    NextToken = page.NextToken
  } while (NextToken)
  expect(names).toHaveLength(6)
  expect(names).toContain('App-any')
})

test('denies access to alarms without permission', async () => {
  const reader = new CloudWatch(ground.as({ Effect: 'Allow', Action: 'cloudwatch:DescribeAlarms', Resource: '*' }))
  await reader.describeAlarms()
  const other = new CloudWatch(ground.as({ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }))
  await expect(other.describeAlarms()).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('returns the age of the oldest message as a metric to callers with permission', async () => {
  const query = (Id: string, Metric: object) => ({ Id, MetricStat: { Metric, Period: 60, Stat: 'Maximum' } })
  const of = (queue: string) => ({
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateAgeOfOldestMessage',
    Dimensions: [{ Name: 'QueueName', Value: ground.resource(queue).physicalId.split('/').at(-1) ?? '' }],
  })
  const input = () => ({
    StartTime: new Date(0),
    EndTime: new Date(),
    MetricDataQueries: [query('old', of('Old')), query('other', { Namespace: 'AWS/Lambda', MetricName: 'Errors' })],
  })
  await sqs.sendMessage({ QueueUrl: ground.resource('Old').physicalId, MessageBody: 'old' })
  const ages = async () => (await cloudwatch.getMetricData(input())).MetricDataResults?.map(({ Values }) => Values)
  await expect.poll(ages, { timeout: 30_000 }).toEqual([[expect.toSatisfy((age) => age >= 1)], []])
  const stranger = new CloudWatch(ground.as({ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }))
  await expect(stranger.getMetricData(input())).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('counts waiting, in-flight and delayed messages of a queue without consumers', async () => {
  const QueueUrl = ground.resource('Dead').physicalId
  await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 900 })
  const { Messages } = await sqs.receiveMessage({ QueueUrl, VisibilityTimeout: 600 })
  expect(await depth('Dead')).toEqual(['0', '1', '1'])
  await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle: Messages?.[0]?.ReceiptHandle, VisibilityTimeout: 1 })
  await expect.poll(() => depth('Dead'), { timeout: 30_000 }).toEqual(['1', '0', '1'])
  expect(await depth('DeadTurns')).toEqual(['1', '0', '0'])
})

test('evaluates a calculation in the last periods with the metrics that clients put', async () => {
  const QueueName = ground.resource('Dead').physicalId.split('/').at(-1) ?? ''
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const state = async () => (await states('Other-ratio'))['Other-ratio']
  const put = async (minutes: number, sent: number[]) => {
    const Timestamp = minutesAgo(minutes)
    const Dimensions = [{ Name: 'QueueName', Value: QueueName }]
    await cloudwatch.putMetricData({
      Namespace: 'AWS/SQS',
      MetricData: [{ MetricName: 'NumberOfMessagesSent', Dimensions, Timestamp, Values: sent }],
    })
    await cloudwatch.putMetricData({
      Namespace: '',
      MetricData: [{ MetricName: 'Taken', Timestamp, Values: [2, 100], Counts: [19, 1] }],
    })
  }
  await put(0.5, [1, 1])
  await put(1.5, [2])
  await put(3.5, [2])
  expect(await state()).toBe('OK')
  await put(2.5, [3])
  expect(await state()).toBe('ALARM')
  await put(2.5, [-2])
  expect(await state()).toBe('OK')
  await expect(
    cloudwatch.putMetricData({ Namespace: 'App', MetricData: [{ MetricName: 'Taken' }] }),
  ).rejects.toMatchObject({ name: 'InvalidParameterValueException' })
})
