import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { metricData } from './metric-data.ts'
import { recordQueues } from './queue-metrics.ts'

const HOUR = 3600

const queue: Resource = {
  stack: 'Test',
  logicalId: 'Turns',
  type: 'AWS::SQS::Queue',
  physicalId: 'http://localhost/000000000000/turns',
  arn: 'arn:aws:sqs:eu-central-1:000000000000:turns',
  properties: {},
}

/** Records a depth of 3, 9 and 4 at 1:00, 1:01 and 1:02, and returns the data of a query at 1:05. */
function query(input: JsonObject, Period = 60, Stat = 'Maximum'): JsonObject {
  let now = HOUR * 1000
  let depth = 3
  const measure = ({ name }: { name: string }) => (name === 'ApproximateAgeOfOldestMessage' ? undefined : depth)
  const history = recordQueues([queue], measure, () => now)
  for (const next of [9, 4, 7]) {
    history.sample()
    now += 60_000
    depth = next
  }
  history.stop()
  now = (HOUR + 300) * 1000
  const Metric = {
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: 'turns' }],
  }
  const MetricDataQueries = [{ Id: 'depth', MetricStat: { Metric, Period, Stat } }]
  return metricData({ StartTime: 0, EndTime: HOUR + 300, MetricDataQueries, ...input }, measure, history.samples, now)
}

test('returns the recorded values and the current one, newest first', () => {
  expect(query({})).toMatchObject({
    MetricDataResults: [{ Id: 'depth', Timestamps: [HOUR + 300, HOUR + 120, HOUR + 60, HOUR], Values: [7, 4, 9, 3] }],
  })
})

test('calculates the statistic of each period, in the requested order', () => {
  expect(query({ ScanBy: 'TimestampAscending' }, 300)).toMatchObject({
    MetricDataResults: [{ Timestamps: [HOUR, HOUR + 300], Values: [9, 7] }],
  })
  expect(query({}, 600, 'Sum')).toMatchObject({ MetricDataResults: [{ Timestamps: [HOUR], Values: [23] }] })
})

test('returns only values of the requested time', () => {
  expect(query({ StartTime: HOUR + 60, EndTime: HOUR + 120 })).toMatchObject({
    MetricDataResults: [{ Values: [4, 9] }],
  })
})

test.each([
  [{ StartTime: 10, EndTime: 10 }, 60, 'Maximum'],
  [{}, 90, 'Maximum'],
  [{}, 60, 'TM(2%:98%)'],
])('rejects %o with a period of %d and the statistic %s', (input, period, statistic) => {
  expect(() => query(input, period, statistic)).toThrow(expect.objectContaining({ code: 'ValidationError' }))
})
