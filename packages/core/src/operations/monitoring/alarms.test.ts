import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { listAlarms } from './alarms.ts'

vi.stubEnv('ALARM_PREFIX', 'Messaging-prod-')
const cloudWatch = mockClient(CloudWatchClient)
afterAll(() => {
  cloudWatch.restore()
  vi.unstubAllEnvs()
})

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
