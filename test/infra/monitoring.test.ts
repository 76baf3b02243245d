import { readFileSync } from 'node:fs'
import { METRICS } from '@messaging/contract/metrics.ts'
import { describe, expect, test } from 'vitest'
import { FIXED_COSTS } from '../deliveries/cost/prices.ts'
import { functions, onlyResource, type Resource, resources, synthesizeWithoutDashboard } from './stacks.ts'

const templates = synthesizeWithoutDashboard()
const alarms: Record<string, Resource> = Object.fromEntries(
  Object.values(resources(templates, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => [
    Properties.AlarmName.replace('Messaging-prod-', ''),
    Properties,
  ]),
)

/** Returns the name of the resource that an alarm or a graph observes, in its stack. */
const queueOf = (alarm: Resource | undefined) => String(alarm?.Dimensions[0].Value['Fn::ImportValue'])
const logicalIds = (type: string) => Object.keys(resources(templates, type))

describe('alarms', () => {
  test('exist with these names, each on one metric except RelaySilent', () => {
    expect(Object.keys(alarms).toSorted()).toEqual([
      'Api5xx',
      'Api5xx-dashboard',
      'DeadLetters-deliveries',
      'DeadLetters-documents',
      'DeadLetters-relay',
      'DeadLetters-replays',
      'DeadLetters-schedules',
      'DeadLetters-slow-deliveries',
      'DeadLetters-turns',
      'DeadLetters-windows',
      'Errors-answer',
      'Errors-count',
      'Errors-deliver',
      'Errors-extract',
      'Errors-ingress',
      'Errors-relay',
      'Errors-replay',
      'Errors-window',
      'InFlight-deliveries',
      'Ingress5xx',
      'IngressThrottled',
      'MessagesParked',
      'OldestMessage-deliveries',
      'OldestMessage-documents',
      'OldestMessage-replays',
      'OldestMessage-slow-deliveries',
      'OldestMessage-turns',
      'OldestMessage-windows',
      'RelayIteratorAge',
      'RelaySilent',
      'SchedulerFailures-lost',
      'SchedulerFailures-target',
      'StatisticsIteratorAge',
      'TableErrors-GetItem',
      'TableErrors-PutItem',
      'TableErrors-TransactWriteItems',
      'TableErrors-UpdateItem',
      'TableThrottles-Read',
      'TableThrottles-Write',
      'Throttles',
      'WebhooksDisabled',
    ])
    const { RelaySilent, ...others } = alarms
    expect(RelaySilent).not.toHaveProperty('MetricName')
    for (const alarm of Object.values(others)) expect(alarm).toMatchObject({ MetricName: expect.any(String) })
  })

  test('cost what docs/performance.md says', () => {
    const observed = Object.values(alarms).flatMap((alarm) =>
      'Metrics' in alarm ? alarm.Metrics.filter((metric: Resource) => 'MetricStat' in metric) : [alarm],
    )
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
    const count = `${Object.keys(alarms).length} alarms with ${observed.length} metrics`
    expect(page).toContain(`${(FIXED_COSTS.alarmMetric * observed.length).toFixed(2)} USD for ${count}`)
  })

  describe('fire for a relay', () => {
    /** Returns the alarm's metrics by id, and its expression as a function of their values in one period. */
    function silence() {
      const metrics: Resource[] = alarms.RelaySilent?.Metrics ?? []
      const expression = metrics.find(({ Expression }) => Expression)?.Expression
      const ids = metrics.filter(({ MetricStat }) => MetricStat).map(({ Id }) => Id)
      const IF = (condition: boolean, yes: number, no: number) => (condition ? yes : no)
      const FILL = (value: number | undefined, otherwise: number) => value ?? otherwise
      const rings = new Function('IF', 'FILL', ...ids, `return ${expression}`)
      return {
        metrics,
        rings: (period: Record<string, number>) => rings(IF, FILL, ...ids.map((id) => period[id])) > 0,
      }
    }

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
      const named = silence().metrics.flatMap(({ Id, MetricStat }) =>
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
    for (const id of logicalIds('AWS::SQS::Queue'))
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

  test('notify the topic on both changes, and describe what to do', () => {
    const [topic] = logicalIds('AWS::SNS::Topic')
    for (const [name, alarm] of Object.entries(alarms)) {
      expect(alarm).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] })
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
      'DeadLetters-deliveries': '> 0, 1 of 1 × 300 s',
      'OldestMessage-deliveries': '> 390, 3 of 3 × 60 s',
      'InFlight-deliveries': '> 80000, 2 of 3 × 60 s',
      'OldestMessage-windows': '> 300, 3 of 3 × 60 s',
      RelayIteratorAge: '> 60000, 3 of 3 × 60 s',
      Api5xx: '> 0.01, 2 of 3 × 300 s',
      WebhooksDisabled: '> 0, 1 of 1 × 300 s',
      'Errors-deliver': '> 0, 1 of 1 × 300 s',
    })
  })

  test('do not count deliveries that wait for a retry as late', () => {
    const patient = synthesizeWithoutDashboard({ retryDelaysSeconds: '60,3600,36000' })
    const oldest = Object.values(resources(patient, 'AWS::CloudWatch::Alarm')).find(({ Properties }) =>
      Properties.AlarmName.endsWith('OldestMessage-deliveries'),
    )
    expect(oldest?.Properties.Threshold).toBe(900 + 300)
  })
})

describe('the topic', () => {
  test('is encrypted with a key that alarms can use, and accepts TLS only', () => {
    expect(onlyResource(templates, 'AWS::SNS::Topic').Properties.KmsMasterKeyId).toBeDefined()
    const { Statement } = onlyResource(templates, 'AWS::KMS::Key').Properties.KeyPolicy
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      }),
    )
    const policy = onlyResource(templates, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement
    expect(policy).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    ])
  })

  test('notifies the configured address, if there is one', () => {
    expect(logicalIds('AWS::SNS::Subscription')).toEqual([])
    const told = synthesizeWithoutDashboard({ alarmEmail: 'operators@example.com' })
    expect(onlyResource(told, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'operators@example.com',
    })
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
  test('shows the alarms and every metric except Repeats, within the free tier of fifty metrics', () => {
    const { DashboardBody } = onlyResource(templates, 'AWS::CloudWatch::Dashboard').Properties
    const body = JSON.parse(
      DashboardBody['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'x')).join(''),
    )
    const widgets: { type: string; properties: { metrics?: unknown[][]; alarms?: unknown[] } }[] = body.widgets
    const shown = widgets.flatMap(({ properties }) => properties.metrics ?? [])
    const text = JSON.stringify(shown)
    const missing = Object.keys(METRICS).filter((name) => !text.includes(name))
    expect(missing).toEqual(['Repeats'])
    // A percentile is not another metric.
    const distinct = new Set(shown.map((metric) => JSON.stringify(metric.filter((part) => typeof part === 'string'))))
    expect(distinct.size).toBeLessThanOrEqual(50)
    expect(widgets.find(({ type }) => type === 'alarm')?.properties.alarms).toHaveLength(Object.keys(alarms).length)
  })
})
