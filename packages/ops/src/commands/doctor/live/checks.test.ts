import { APIGatewayClient, GetStageCommand } from '@aws-sdk/client-api-gateway'
import { CloudWatchClient, DescribeAlarmHistoryCommand, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runChecks } from '../examine.ts'
import { LIVE_CHECKS } from './checks.ts'

const gateway = mockClient(APIGatewayClient)
const cloudwatch = mockClient(CloudWatchClient)
const dynamodb = mockClient(DynamoDBClient)
/** AWS's responses by host and path. */
const replies = new Map<string, object>()

const NOW = Date.parse('2026-12-01T00:00:00Z')
const OUTPUTS = {
  TableName: 'Items',
  RestApiId: 'api',
  VaultPart: 'part',
  DeliveriesQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/Messaging-prod-Deliveries',
  AlarmTopicArn: 'arn:aws:sns:eu-west-1:1:pages',
  TicketTopicArn: 'arn:aws:sns:eu-west-1:1:tickets',
}
const FUNCTION = 'arn:aws:lambda:eu-west-1:1:function:Messaging-prod-Messaging-DeliveriesFunction'
const LAMBDA = 'lambda.eu-west-1.amazonaws.com'

beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_ENDPOINT_URL', undefined)
  vi.stubEnv('ALARM_PREFIX', 'Messaging-prod-')
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { host, pathname } = new URL(url)
    const body = replies.get(`${host}${decodeURIComponent(pathname)}`)
    return new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 500 })
  })
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  for (const mock of [gateway, cloudwatch, dynamodb]) mock.reset()
  replies.clear()
  replies.set(`${LAMBDA}/2015-03-31/event-source-mappings/`, {
    EventSourceMappings: [
      {
        UUID: 'u',
        State: 'Enabled',
        FunctionArn: FUNCTION,
        EventSourceArn: 'arn:aws:sqs:eu-west-1:1:Messaging-prod-Deliveries',
      },
    ],
  })
  replies.set('backup.eu-west-1.amazonaws.com/copy-jobs/', { CopyJobs: [] })
})

/** The sums of metrics, by name; all others have no data. */
function metrics(sums: Readonly<Record<string, number>>): void {
  cloudwatch.on(GetMetricDataCommand).callsFake(({ MetricDataQueries }) => ({
    MetricDataResults: MetricDataQueries.map(
      ({ Id, MetricStat }: { Id: string; MetricStat: { Metric: { MetricName: string } } }) => {
        const sum = sums[MetricStat.Metric.MetricName]
        return { Id, Values: sum === undefined ? [] : [sum] }
      },
    ),
  }))
}

async function states(): Promise<Record<string, string>> {
  const lines = await runChecks(LIVE_CHECKS, { stage: 'prod', outputs: OUTPUTS, now: NOW }, 10_000)
  return Object.fromEntries(lines.map(({ check, state, tells }) => [check, `${state}: ${tells}`]))
}

const onDemand = (days: number) => ({
  Table: {
    TableSizeBytes: 1e9,
    CreationDateTime: new Date(0),
    BillingModeSummary: {
      BillingMode: 'PAY_PER_REQUEST' as const,
      LastUpdateToPayPerRequestDateTime: new Date(days * 86_400_000),
    },
  },
})

test('a stage on which nothing happened shows nothing', async () => {
  replies.set(`${LAMBDA}/2024-08-31/functions/${FUNCTION}/recursion-config`, { RecursiveLoop: 'Allow' })
  metrics({})
  gateway.on(GetStageCommand).resolves({ methodSettings: { '*/*': {} } })
  dynamodb.on(DescribeTableCommand).resolves(onDemand(0))
  cloudwatch.on(DescribeAlarmHistoryCommand).resolves({ AlarmHistoryItems: [] })
  expect(await states()).toEqual({
    'long retries': expect.stringMatching(/^warning: no delivery exhausted/),
    'stage limits': expect.stringMatching(/^fails: the stage has no limit for \/media/),
    disabling: expect.stringMatching(/^warning/),
    'table billing': expect.stringMatching(/^warning/),
    'backup copies': expect.stringMatching(/^warning/),
    'alarm mails': expect.stringMatching(/^warning/),
    'smoke test': expect.stringMatching(/^not_applicable: the table has 1.0 GB/),
  })
})

test('a stage on which everything happened passes', async () => {
  replies.set(`${LAMBDA}/2024-08-31/functions/${FUNCTION}/recursion-config`, { RecursiveLoop: 'Allow' })
  const vault = (name: string) => `arn:aws:backup:eu-west-1:1:backup-vault:${name}`
  replies.set('backup.eu-west-1.amazonaws.com/copy-jobs/', {
    CopyJobs: [
      { State: 'COMPLETED', SourceBackupVaultArn: vault('messaging-backups-part') },
      // Of another stage.
      { State: 'FAILED', SourceBackupVaultArn: vault('messaging-backups-other') },
    ],
  })
  metrics({ DeliveriesExhausted: 3, WebhooksDisabled: 1, NumberOfNotificationsDelivered: 2 })
  const open = Object.values(endpoints).filter(({ access }) => access === 'public')
  const limits = open.map(({ method, path }) => `${path.replace(/(?<=.)\/$/, '').replaceAll('/', '~1')}/${method}`)
  gateway
    .on(GetStageCommand)
    .resolves({ methodSettings: Object.fromEntries(['*/*', ...limits].map((key) => [key, {}])) })
  dynamodb.on(DescribeTableCommand).resolves(onDemand(30))
  cloudwatch.on(DescribeAlarmHistoryCommand).resolves({
    AlarmHistoryItems: [
      { AlarmName: 'Messaging-prod-DeadLetters-windows', HistorySummary: 'Successfully executed action arn:aws:sns:…' },
      { AlarmName: 'Messaging-prod-eu-Throttles', HistorySummary: 'Failed to execute action arn:aws:sns:…' },
    ],
  })
  const found = await states()
  expect(Object.values(found).filter((each) => !/^(ok|not_applicable)/.test(each))).toEqual([])
  expect(cloudwatch.commandCalls(GetMetricDataCommand)[0]?.args[0].input.StartTime).toEqual(
    new Date(NOW - 14 * 86_400_000),
  )
})

test('without rights, each line names what is missing', async () => {
  const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' })
  gateway.onAnyCommand().rejects(denied)
  cloudwatch.onAnyCommand().rejects(denied)
  dynamodb.onAnyCommand().rejects(denied)
  const lines = await runChecks(LIVE_CHECKS, { stage: 'prod', outputs: OUTPUTS, now: NOW }, 10_000)
  const remedies = new Map(lines.map(({ check, remedy }) => [check, remedy]))
  expect(remedies.get('alarm mails')).toContain('cloudwatch:DescribeAlarmHistory')
  expect(lines.every(({ state }) => state === 'unknown' || state === 'warning')).toBe(true)
})
