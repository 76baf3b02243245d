import { readFileSync } from 'node:fs'
import { calculate } from '@replywright/cloud/metric-math'
import { isTicket } from '@replywright/contract/alarms.ts'
import { FILTERED_METRICS, METRIC_NAMESPACE, METRICS } from '@replywright/contract/metrics.ts'
import { describe, expect, test } from 'vitest'
import { FIXED_COSTS } from '../deliveries/cost/prices.ts'
import { ALARM_METRICS, POLLED_QUEUES } from '../deliveries/cost/realistic.ts'
import {
  buildTestStacks,
  functions,
  ONE_ROUTE,
  OWN_DOMAINS,
  onlyResource,
  type Resource,
  resources,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()
const alarms: Record<string, Resource> = Object.fromEntries(
  Object.values(resources(templates, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => [
    Properties.AlarmName.replace('Messaging-prod-', ''),
    Properties,
  ]),
)

/** The metrics of AWS, and of the filter on the access log, with their dimensions. */
const METRICS_OF_AWS = [
  'AWS/ApiGateway 5XXError ApiName',
  'AWS/ApiGateway Count ApiName',
  'AWS/Bedrock EstimatedTPMQuotaUsage ModelId',
  'AWS/Bedrock InvocationThrottles ModelId',
  'AWS/DynamoDB ConsumedWriteCapacityUnits TableName',
  'AWS/DynamoDB ReadThrottleEvents GlobalSecondaryIndexName,TableName',
  'AWS/DynamoDB ReadThrottleEvents TableName',
  'AWS/DynamoDB SystemErrors Operation,TableName',
  'AWS/DynamoDB WriteThrottleEvents GlobalSecondaryIndexName,TableName',
  'AWS/DynamoDB WriteThrottleEvents TableName',
  'AWS/Lambda DroppedEventCount EventSourceMappingUUID',
  'AWS/Lambda Errors FunctionName',
  'AWS/Lambda FilteredOutEventCount EventSourceMappingUUID',
  'AWS/Lambda Invocations FunctionName',
  'AWS/Lambda IteratorAge FunctionName',
  'AWS/Lambda OnFailureDestinationDeliveredEventCount EventSourceMappingUUID',
  'AWS/Lambda PolledEventCount EventSourceMappingUUID',
  'AWS/Lambda RecursiveInvocationsDropped ',
  'AWS/Lambda Throttles ',
  'AWS/Lambda Throttles FunctionName',
  'AWS/Lambda Url5xxCount FunctionName',
  'AWS/SQS ApproximateAgeOfOldestMessage QueueName',
  'AWS/SQS ApproximateNumberOfMessagesNotVisible QueueName',
  'AWS/SQS ApproximateNumberOfMessagesVisible QueueName',
  'AWS/Scheduler InvocationsFailedToBeSentToDeadLetterCount ScheduleGroup',
  'AWS/Scheduler TargetErrorCount ScheduleGroup',
  'AWS/Usage CallCount Class,Resource,Service,Type',
  'AWS/Usage ResourceCount Class,Resource,Service,Type',
  'Messaging/prod ApiThrottled ',
  'Messaging/prod MailsRefused ',
  'Messaging/prod TimeToDeliveredAtOnce ',
]

/** Returns the metrics that an alarm evaluates. */
function observedBy(alarm: Resource): Resource[] {
  if (!('Metrics' in alarm)) return [alarm]
  return alarm.Metrics.flatMap(({ MetricStat }: Resource) => (MetricStat ? [MetricStat.Metric] : []))
}

/** Returns an alarm's expression as a function of the values of its metrics, by their ids, in one period. */
function calculated(name: string): (period: Readonly<Record<string, number>>) => number | undefined {
  const metrics: Resource[] = alarms[name]?.Metrics ?? []
  const expression = metrics.find(({ Expression }) => Expression)?.Expression
  const none = Object.fromEntries(metrics.map(({ Id }) => [Id, undefined]))
  return (period) => calculate(expression, { ...none, ...period })
}

/** Returns the name of the resource that an alarm or a graph observes, in its stack. */
const queueOf = (alarm: Resource) =>
  observedBy(alarm)
    .flatMap(({ Dimensions = [] }) => Dimensions.map(({ Value }: Resource) => String(Value['Fn::ImportValue'])))
    .join()
const logicalIds = (type: string) => Object.keys(resources(templates, type))

describe('alarms', () => {
  test('exist with these names', () => {
    expect(Object.keys(alarms).toSorted()).toEqual([
      'Api5xx',
      'Api5xx-dashboard',
      'ApiThrottled',
      'DeadLetters-documents',
      'DeadLetters-proofs',
      'DeadLetters-relay',
      'DeadLetters-replays',
      'DeadLetters-schedules',
      'DeadLetters-turns',
      'DeadLetters-windows',
      'DeliveriesExhausted',
      'Errors-answer',
      'Errors-count',
      'Errors-deliver',
      'Errors-extract',
      'Errors-ingress',
      'Errors-prove',
      'Errors-relay',
      'Errors-replay',
      'Errors-window',
      'InFlight-deliveries',
      'Ingress5xx',
      'IngressThrottled',
      'KeyErrors',
      'LateAnswers',
      'LateDeliveries',
      'MailsRefused',
      'MessagesParked',
      'ModelThrottles',
      'NumberRestricted',
      'NumberWarned',
      'OldestMessage-deliveries',
      'OldestMessage-documents',
      'OldestMessage-proofs',
      'OldestMessage-replays',
      'OldestMessage-slow-deliveries',
      'OldestMessage-turns',
      'OldestMessage-windows',
      'ProviderRejected',
      'QuotaUsed-executions',
      'QuotaUsed-model',
      'QuotaUsed-schedule-rate',
      'QuotaUsed-schedules',
      'RecursiveLoops',
      'RelayDiscarded',
      'RelayIteratorAge',
      'RelaySilent',
      'SchedulerFailures-lost',
      'SchedulerFailures-target',
      'SendsRefused',
      'StatisticsIteratorAge',
      'TableErrors-GetItem',
      'TableErrors-PutItem',
      'TableErrors-TransactWriteItems',
      'TableErrors-UpdateItem',
      'TableThrottles-Indexes',
      'TableThrottles-Read',
      'TableThrottles-Write',
      'Throttles',
      'WebhooksDisabled',
    ])
  })

  test('are on metrics that exist: those that the functions write, and those of AWS and of the access log', () => {
    for (const [name, alarm] of Object.entries(alarms))
      for (const { Namespace, MetricName, Dimensions = [] } of observedBy(alarm)) {
        const dimensions = Dimensions.map((dimension: Resource) => dimension.Name)
        if (Namespace === METRIC_NAMESPACE) {
          const written = new Map(Object.entries(METRICS)).get(MetricName)
          expect(written, MetricName).toBeDefined()
          const by = written?.by
          expect([name, dimensions.toSorted()]).toEqual([name, [...(by ? [by.fact] : []), 'stage'].toSorted()])
        } else
          expect([name, `${Namespace} ${MetricName} ${dimensions}`]).toEqual([name, expect.toBeOneOf(METRICS_OF_AWS)])
      }
  })

  const withIngressApi = synthesizeWithoutDashboard({ ingress: 'api' }, ONE_ROUTE)
  test('have a filter for each metric that CloudWatch derives from log lines', () => {
    const filters = [
      ...Object.values(resources(synthesizeTestStacks(), 'AWS::Logs::MetricFilter')),
      ...Object.values(resources(withIngressApi, 'AWS::Logs::MetricFilter')),
    ].flatMap(({ Properties }) => Properties.MetricTransformations)
    const named = filters.map(({ MetricNamespace, MetricName }: Resource) => `${MetricNamespace} ${MetricName}`)
    expect([...new Set(named)].toSorted()).toEqual(FILTERED_METRICS.map((name) => `Messaging/prod ${name}`))
    expect(filters.find(({ MetricName }: Resource) => MetricName === 'TimeToDeliveredAtOnce')).toMatchObject({
      MetricValue: '$.TimeToDelivered',
    })
  })

  test('page for failures of the service, and are tickets for those of customers', () => {
    const topicOf = (name: string) => JSON.stringify(alarms[name]?.AlarmActions)
    const tickets = Object.keys(alarms).filter((name) => topicOf(name).includes('Tickets'))
    expect(tickets.toSorted()).toEqual([
      'ApiThrottled',
      'DeadLetters-documents',
      'DeadLetters-proofs',
      'Errors-count',
      'Errors-extract',
      'Errors-prove',
      'MailsRefused',
      'MessagesParked',
      'NumberWarned',
      'OldestMessage-proofs',
      'OldestMessage-slow-deliveries',
      'ProviderRejected',
      'QuotaUsed-executions',
      'QuotaUsed-model',
      'QuotaUsed-schedule-rate',
      'QuotaUsed-schedules',
      'StatisticsIteratorAge',
      'WebhooksDisabled',
    ])
    expect(tickets.every(isTicket)).toBe(true)
  })

  test('about mails, certificates and backups exist if the deployment has them', () => {
    const more = resources(
      synthesizeWithoutDashboard({
        mailFrom: 'no-reply@example.com',
        apiDomainName: OWN_DOMAINS.apiDomainName,
        apiCertificateArn: OWN_DOMAINS.apiCertificateArn,
        backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
      }),
      'AWS::CloudWatch::Alarm',
    )
    const named = Object.values(more).map(({ Properties }) => [Properties.AlarmName, observedBy(Properties)] as const)
    const of = (name: string) => named.find(([each]) => each === `Messaging-prod-${name}`)?.[1]
    expect(of('MailBounces')).toMatchObject([{ Namespace: 'AWS/SES', MetricName: 'Reputation.BounceRate' }])
    expect(of('CertificateExpiry')).toMatchObject([
      { Dimensions: [{ Name: 'CertificateArn', Value: OWN_DOMAINS.apiCertificateArn }] },
    ])
    const own = { 'Fn::Join': ['', ['messaging-backups-', { 'Fn::ImportValue': 'Messaging-prod-Data-VaultPart' }]] }
    expect(
      of('Backups')?.map(({ Namespace, MetricName, Dimensions }) => [Namespace, MetricName, Dimensions[0].Value]),
    ).toEqual([
      ['AWS/Backup', 'NumberOfBackupJobsFailed', own],
      ['AWS/Backup', 'NumberOfBackupJobsExpired', own],
      ['AWS/Backup', 'NumberOfCopyJobsFailed', own],
      ['AWS/Backup', 'NumberOfCopyJobsFailed', 'copies'],
    ])
  })

  test('about quotas begin at 80 % of the numbers of the settings', () => {
    const threshold = (context: Readonly<Record<string, unknown>>, name: string) =>
      Object.values(resources(synthesizeWithoutDashboard(context, ONE_ROUTE), 'AWS::CloudWatch::Alarm')).find(
        ({ Properties }) => Properties.AlarmName === `Messaging-prod-${name}`,
      )?.Properties.Threshold
    expect(threshold({ scheduleQuota: '1000000' }, 'QuotaUsed-schedules')).toBe(800_000)
    expect(threshold({ modelTokensPerMinute: 200_000 }, 'QuotaUsed-model')).toBe(160_000)
    expect([alarms['QuotaUsed-schedules']?.Threshold, alarms['QuotaUsed-model']?.Threshold]).toEqual([
      8_000_000, 6_400_000,
    ])
  })

  test('of the distribution are in the region of its metrics, and notify there', () => {
    const { SiteAlarms } = synthesizeTestStacks(
      { siteDistributionId: 'E1ABCDEF234567', alarmEmail: 'a@example.com' },
      { clients: ONE_ROUTE, dashboard: {} },
    )
    const own: Templates = SiteAlarms ? { SiteAlarms } : {}
    const { Properties } = onlyResource(own, 'AWS::CloudWatch::Alarm')
    const [topic] = Object.keys(resources(own, 'AWS::SNS::Topic'))
    expect(Properties).toMatchObject({ AlarmName: 'Messaging-prod-SiteErrors', AlarmActions: [{ Ref: topic }] })
    const dimensions = observedBy(Properties).map(({ MetricName, Dimensions }) => [
      MetricName,
      ...Dimensions.map(({ Value }: Resource) => Value),
    ])
    expect(dimensions).toEqual([
      ['5xxErrorRate', 'E1ABCDEF234567', 'Global'],
      ['Requests', 'E1ABCDEF234567', 'Global'],
    ])
    const { Expression } = Properties.Metrics.find((metric: Resource) => metric.Expression)
    expect(calculate(Expression, { requests: 99, failed: 100 })).toBe(0)
    expect(calculate(Expression, { requests: 100, failed: 6 })).toBe(6)
    expect(calculate(Expression, { requests: undefined, failed: undefined })).toBe(0)
    expect(onlyResource(own, 'AWS::SNS::Subscription').Properties.Endpoint).toBe('a@example.com')
    const { app } = buildTestStacks({ siteDistributionId: 'E1ABCDEF234567' }, { clients: ONE_ROUTE, dashboard: {} })
    expect(app.node.findChild('Messaging-prod-SiteAlarms')).toMatchObject({ region: 'us-east-1' })
    expect(Object.keys(synthesizeTestStacks())).not.toContain('SiteAlarms')
  })

  test.each([
    ['DeliveriesExhausted', { exhausted: 9, delivered: 0 }, 0],
    ['DeliveriesExhausted', { exhausted: 10, delivered: 10 }, 0.5],
    ['DeliveriesExhausted', { exhausted: 20 }, 1],
    ['DeliveriesExhausted', { delivered: 1000 }, 0],
    ['ProviderRejected', { rejected: 1 }, 1],
    ['ProviderRejected', { rejected: 5, taken: 1 }, 0],
    ['ProviderRejected', { taken: 9 }, 0],
    ['ApiThrottled', { requests: 99, refused: 99 }, 0],
    ['ApiThrottled', { requests: 200, refused: 20 }, 0.1],
    ['ApiThrottled', { requests: 200 }, 0],
    ['TableThrottles-Indexes', { gsi1w: 2, gsi2r: 1 }, 3],
    ['Api5xx', { requests: 4, failed: 4 }, 0],
    ['Api5xx', { requests: 100, failed: 5 }, 0.05],
    ['Api5xx', { requests: 100 }, 0],
    ['OldestMessage-turns', { age: 900, answered: 1 }, 0],
    ['OldestMessage-turns', { age: 900 }, 900],
    ['QuotaUsed-executions', { used: 900 }, 0.9],
    ['QuotaUsed-schedule-rate', { created: 54_000 }, 0.9],
    ['RelayDiscarded', { kept: 2 }, 2],
    ['RelayDiscarded', { dropped: 1 }, 1],
  ])('%s of %j is %d', (name, period, expected) => {
    expect(calculated(name)(period)).toBe(expected)
  })

  test('cost what docs/performance.md says', () => {
    const observed = Object.values(alarms).flatMap(observedBy)
    const polled = Object.values(resources(templates, 'AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) => !Properties.StartingPosition,
    )
    expect([observed.length, polled.length]).toEqual([ALARM_METRICS, POLLED_QUEUES])
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
    const count = `${Object.keys(alarms).length} alarms with ${observed.length} metrics`
    expect(page).toContain(`${(FIXED_COSTS.alarmMetric * observed.length).toFixed(2)} USD for ${count}`)
  })

  describe('fire for a relay', () => {
    const silence = () => ({
      metrics: alarms.RelaySilent?.Metrics ?? [],
      rings: (period: Record<string, number>) => calculated('RelaySilent')(period) === 1,
    })

    test.each([
      ['with a disabled mapping', { written: 3 }, true],
      ['whose mapping cannot read', { written: 3, polled: 0 }, true],
      ['whose mapping does not invoke it', { written: 3, polled: 3, filtered: 1 }, true],
      ['that works', { written: 3, polled: 3, filtered: 2, invoked: 1 }, false],
      ['with nothing to send', { written: 3, polled: 3, filtered: 3 }, false],
      ['that reads earlier writes', { polled: 2, filtered: 1, invoked: 1 }, false],
      ['that is idle', { polled: 0 }, false],
      ['of an idle table', {}, false],
    ])('%s: %j, %s', (_, period, expected) => {
      expect(silence().rings(period)).toBe(expected)
    })

    test('based on metrics of the mapping, the table and the function', () => {
      const named = silence().metrics.flatMap(({ Id, MetricStat }: Resource) =>
        MetricStat
          ? [[Id, MetricStat.Metric.MetricName, MetricStat.Metric.Dimensions.map(({ Name }: Resource) => Name)]]
          : [],
      )
      expect(named).toEqual([
        ['written', 'ConsumedWriteCapacityUnits', ['TableName']],
        ['polled', 'PolledEventCount', ['EventSourceMappingUUID']],
        ['filtered', 'FilteredOutEventCount', ['EventSourceMappingUUID']],
        ['invoked', 'Invocations', ['FunctionName']],
      ])
      const mapping = Object.values(resources(templates, 'AWS::Lambda::EventSourceMapping')).find(
        ({ Properties }) => Properties.StartingPosition,
      )
      expect(mapping?.Properties.MetricsConfig).toEqual({ Metrics: ['EventCount'] })
    })
  })

  test('cover every queue: those of workers and those for dead letters', () => {
    const watched = Object.entries(alarms)
      .filter(([name]) => /^(DeadLetters|OldestMessage)-/.test(name))
      .map(([, alarm]) => queueOf(alarm))
    // Customers' endpoints fill the others: DeliveriesExhausted is their alarm.
    const ids = logicalIds('AWS::SQS::Queue').filter((id) => !/Deliver.*Dead/.test(id))
    for (const id of ids)
      expect(watched.filter((name) => name.includes(`:ExportsOutputFnGetAtt${id}QueueName`))).toHaveLength(1)
  })

  test('cover every function except the routes, whose failures are responses of the API', () => {
    const workers = Object.keys(functions(templates)).filter((entry) => !entry.startsWith('api/'))
    expect(workers.map((entry) => `Errors-${entry}`).toSorted()).toEqual(
      Object.keys(alarms)
        .filter((name) => name.startsWith('Errors-'))
        .toSorted(),
    )
  })

  test('do not fire without data, except for dead letters, because an idle queue reports nothing', () => {
    for (const [name, { TreatMissingData }] of Object.entries(alarms))
      expect([name, TreatMissingData]).toEqual([name, name.startsWith('DeadLetters') ? 'ignore' : 'notBreaching'])
  })

  test('notify their topic on both changes, and describe what to do', () => {
    for (const [name, alarm] of Object.entries(alarms)) {
      expect(alarm.OKActions).toEqual(alarm.AlarmActions)
      expect(alarm.AlarmActions).toEqual([{ Ref: expect.toBeOneOf(logicalIds('AWS::SNS::Topic')) }])
      expect(alarm.AlarmDescription).toMatch(new RegExp(`^[A-Z].* See "${name.split('-')[0]}" in docs/operations.md.$`))
    }
  })

  test('have thresholds above usual values', () => {
    const thresholds = Object.entries(alarms).map(
      ([name, { Threshold, EvaluationPeriods, DatapointsToAlarm, Period }]) => [
        name,
        `> ${Threshold}, ${DatapointsToAlarm} of ${EvaluationPeriods} × ${Period} s`,
      ],
    )
    expect(Object.fromEntries(thresholds)).toMatchObject({
      'DeadLetters-turns': '> 0, 1 of 1 × 300 s',
      'OldestMessage-deliveries': '> 390, 3 of 3 × 60 s',
      'InFlight-deliveries': '> 80000, 2 of 3 × 60 s',
      'OldestMessage-windows': '> 300, 3 of 3 × 60 s',
      RelayIteratorAge: '> 60000, 3 of 3 × 60 s',
      WebhooksDisabled: '> 0, 1 of 1 × 300 s',
      'Errors-deliver': '> 0, 2 of 3 × 300 s',
    })
  })

  test('do not count deliveries that wait for a retry as late', () => {
    const patient = synthesizeWithoutDashboard({ retryDelaysSeconds: '60,3600,36000' }, ONE_ROUTE)
    const oldest = Object.values(resources(patient, 'AWS::CloudWatch::Alarm')).find(({ Properties }) =>
      Properties.AlarmName.endsWith('OldestMessage-deliveries'),
    )
    expect(oldest?.Properties.Threshold).toBe(900 + 300)
  })
})

describe('the topics', () => {
  test('are encrypted with a key that alarms can use, and accept TLS only', () => {
    const topics = Object.values(resources(templates, 'AWS::SNS::Topic'))
    expect(topics).toHaveLength(2)
    for (const { Properties } of topics) expect(Properties.KmsMasterKeyId).toBeDefined()
    const { Statement } = onlyResource(templates, 'AWS::KMS::Key').Properties.KeyPolicy
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      }),
    )
    const [policy] = Object.values(resources(templates, 'AWS::SNS::TopicPolicy'))
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    ])
  })

  test.each([
    [{}, []],
    [{ alarmEmail: 'a@example.com' }, ['a@example.com', 'a@example.com']],
    [{ alarmEmail: 'a@example.com', ticketEmail: 'b@example.com' }, ['a@example.com', 'b@example.com']],
  ])('notify the addresses of %j', (context, addresses) => {
    const subscriptions = resources(synthesizeWithoutDashboard(context, ONE_ROUTE), 'AWS::SNS::Subscription')
    expect(
      Object.values(subscriptions)
        .map(({ Properties }) => Properties.Endpoint)
        .toSorted(),
    ).toEqual(addresses)
  })
})

describe('docs/metrics.md', () => {
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)`.*\| (\d+) \|$/gm)].map(([, name, count]) => [name, Number(count)])

  test('lists every metric with its count', () => {
    const metrics = Object.entries(METRICS).map(([name, { by }]) => [name, by?.values.length ?? 1] as const)
    expect(rows).toEqual(metrics)
    expect(page).toContain(`That is ${metrics.reduce((sum, [, count]) => sum + count, 0)} custom metrics.`)
  })

  test('lists every alarm, and the number of alarms', () => {
    for (const name of Object.keys(alarms)) expect(page).toContain(`\`${name.split('-')[0]}`)
    expect(page).toContain(`${Object.keys(alarms).length} alarms are`)
  })
})

describe('the dashboard', () => {
  test('shows the alarms and every metric that is no alarm, except Repeats and that of the canary, within the free tier of fifty metrics', () => {
    const { DashboardBody } = onlyResource(templates, 'AWS::CloudWatch::Dashboard').Properties
    const body = JSON.parse(
      DashboardBody['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'x')).join(''),
    )
    const widgets: { type: string; properties: { metrics?: unknown[][]; alarms?: unknown[] } }[] = body.widgets
    const shown = widgets.flatMap(({ properties }) => properties.metrics ?? [])
    const text = JSON.stringify(shown)
    const missing = Object.keys(METRICS).filter((name) => !text.includes(name))
    expect(missing).toEqual(['MessagesParked', 'CanaryReceived', 'Repeats', 'WebhooksDisabled', 'KeyErrors'])
    const ofNoAlarm = ['CanaryReceived', 'Repeats']
    for (const name of missing.filter((each) => !ofNoAlarm.includes(each))) expect(alarms).toHaveProperty(name)
    // A percentile is not another metric.
    const distinct = new Set(shown.map((metric) => JSON.stringify(metric.filter((part) => typeof part === 'string'))))
    expect(distinct.size).toBeLessThanOrEqual(50)
    expect(widgets.find(({ type }) => type === 'alarm')?.properties.alarms).toHaveLength(Object.keys(alarms).length)
  })
})
