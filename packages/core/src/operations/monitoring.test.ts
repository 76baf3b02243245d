import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { isTableReadable, listAlarms } from './monitoring.ts'

vi.stubEnv('ALARM_PREFIX', 'Messaging-prod-')
const cloudWatch = mockClient(CloudWatchClient)
afterAll(() => cloudWatch.restore())

test('lists the alarms of the stage on all pages, firing first', async () => {
  cloudWatch
    .on(DescribeAlarmsCommand, { AlarmNamePrefix: 'Messaging-prod-' })
    .resolves({
      MetricAlarms: [
        { AlarmName: 'Messaging-prod-Api5xx', StateValue: 'OK' },
        { AlarmName: 'Messaging-prod-eu-Api5xx', StateValue: 'ALARM' },
        { AlarmName: 'Messaging-prod-Messaging-DeliverRolloutFailing1A2B-X', StateValue: 'ALARM' },
      ],
      NextToken: 'next',
    })
    .on(DescribeAlarmsCommand, { NextToken: 'next' })
    .resolves({ MetricAlarms: [{ AlarmName: 'Messaging-prod-Throttles', StateValue: 'ALARM' }] })
  expect((await listAlarms()).map(({ name, state }) => [name, state])).toEqual([
    ['Messaging-prod-Throttles', 'alarm'],
    ['Messaging-prod-Api5xx', 'ok'],
  ])
})

vi.stubEnv('TABLE_NAME', 'table')
vi.stubEnv('AWS_REGION', 'eu-west-1')
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

test('the table is read at most once in 10 seconds, also after a failure and for concurrent requests', async () => {
  dynamodb.on(GetCommand).rejectsOnce(new Error('no table')).resolves({})
  const results = [isTableReadable(1000), isTableReadable(1000), isTableReadable(10_999)]
  expect(await Promise.all(results)).toEqual([false, false, false])
  expect(dynamodb.calls()).toHaveLength(1)
  expect(await isTableReadable(11_000)).toBe(true)
  expect(dynamodb.commandCalls(GetCommand)[1]?.args[0].input.Key).toEqual({ pk: 'health#', sk: 'health' })
})
