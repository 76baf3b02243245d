// @module-tag full

import { CloudWatch, type MetricAlarm, type MetricDatum } from '@aws-sdk/client-cloudwatch'
import { type Ground, startGround } from '@replywright/cloud/testing'
import { sectionOf } from '@replywright/contract/alarms.ts'
import { afterEach, expect, inject, test } from 'vitest'
import { OWN_DOMAINS, resources, synthesizeWithoutDashboard } from '../infra/stacks.ts'

/** The values of an alarm's metrics in one period, by their names. */
type Period = Readonly<Record<string, number>>

/** Periods of each kind of alarm: the worst that is permitted, and the least that is not. */
const SCENARIOS: Readonly<Record<string, { readonly permitted: Period; readonly failing: Period }>> = {
  Api5xx: { permitted: { '5XXError': 4, Count: 200 }, failing: { '5XXError': 5, Count: 200 } },
  ApiThrottled: { permitted: { ApiThrottled: 10, Count: 200 }, failing: { ApiThrottled: 11, Count: 200 } },
  Backups: { permitted: { NumberOfBackupJobsFailed: 0 }, failing: { NumberOfBackupJobsFailed: 1 } },
  // Without a message of the canary there is no metric.
  Canary: { permitted: { CanaryReceived: 1 }, failing: {} },
  CertificateExpiry: { permitted: { DaysToExpiry: 30 }, failing: { DaysToExpiry: 29 } },
  DeadLetters: {
    permitted: { ApproximateNumberOfMessagesVisible: 0 },
    failing: { ApproximateNumberOfMessagesVisible: 1 },
  },
  DeliveriesExhausted: {
    permitted: { DeliveriesExhausted: 10, AttemptDuration: 190 },
    failing: { DeliveriesExhausted: 10, AttemptDuration: 189 },
  },
  Errors: { permitted: { Errors: 0 }, failing: { Errors: 1 } },
  InFlight: {
    permitted: { ApproximateNumberOfMessagesNotVisible: 80_000 },
    failing: { ApproximateNumberOfMessagesNotVisible: 80_001 },
  },
  Ingress5xx: { permitted: { Url5xxCount: 0 }, failing: { Url5xxCount: 1 } },
  IngressThrottled: { permitted: { Throttles: 0 }, failing: { Throttles: 1 } },
  KeyErrors: { permitted: { KeyErrors: 0 }, failing: { KeyErrors: 1 } },
  LateAnswers: { permitted: { TimeToAnswered: 60_000 }, failing: { TimeToAnswered: 60_001 } },
  LateDeliveries: { permitted: { TimeToDeliveredAtOnce: 15_000 }, failing: { TimeToDeliveredAtOnce: 15_001 } },
  MailBounces: { permitted: { 'Reputation.BounceRate': 0.05 }, failing: { 'Reputation.BounceRate': 0.051 } },
  MailsRefused: { permitted: { MailsRefused: 0 }, failing: { MailsRefused: 1 } },
  MessagesParked: { permitted: { MessagesParked: 0 }, failing: { MessagesParked: 1 } },
  ModelThrottles: { permitted: { InvocationThrottles: 0 }, failing: { InvocationThrottles: 1 } },
  // The same number of notices of each state.
  NumberRestricted: { permitted: { NumberNotices: 0 }, failing: { NumberNotices: 1 } },
  NumberWarned: { permitted: { NumberNotices: 0 }, failing: { NumberNotices: 1 } },
  OldestMessage: {
    permitted: { ApproximateAgeOfOldestMessage: 300 },
    failing: { ApproximateAgeOfOldestMessage: 7201 },
  },
  ProviderRejected: {
    permitted: { ProviderRejected: 5, MessagesTaken: 1 },
    failing: { ProviderRejected: 1 },
  },
  ProviderSilent: { permitted: { MessagesTaken: 1 }, failing: {} },
  QuotaUsed: {
    permitted: { ResourceCount: 800, CallCount: 48_000, EstimatedTPMQuotaUsage: 6_400_000 },
    failing: { ResourceCount: 801, CallCount: 48_001, EstimatedTPMQuotaUsage: 6_400_001 },
  },
  RecursiveLoops: { permitted: { RecursiveInvocationsDropped: 0 }, failing: { RecursiveInvocationsDropped: 1 } },
  RelayDiscarded: { permitted: { DroppedEventCount: 0 }, failing: { DroppedEventCount: 1 } },
  RelayIteratorAge: { permitted: { IteratorAge: 60_000 }, failing: { IteratorAge: 60_001 } },
  RelaySilent: {
    permitted: { ConsumedWriteCapacityUnits: 3, PolledEventCount: 3, FilteredOutEventCount: 3 },
    failing: { ConsumedWriteCapacityUnits: 3 },
  },
  SchedulerFailures: {
    permitted: { TargetErrorCount: 0, InvocationsFailedToBeSentToDeadLetterCount: 0 },
    failing: { TargetErrorCount: 1, InvocationsFailedToBeSentToDeadLetterCount: 1 },
  },
  // As many are accepted and unknown as refused. Those that are unknown count, too.
  SendsRefused: { permitted: { MessagesSent: 4 }, failing: { MessagesSent: 5 } },
  StatisticsIteratorAge: { permitted: { IteratorAge: 900_000 }, failing: { IteratorAge: 900_001 } },
  TableErrors: { permitted: { SystemErrors: 10 }, failing: { SystemErrors: 11 } },
  TableThrottles: {
    permitted: { ReadThrottleEvents: 0, WriteThrottleEvents: 0 },
    failing: { ReadThrottleEvents: 1, WriteThrottleEvents: 1 },
  },
  Throttles: { permitted: { Throttles: 0 }, failing: { Throttles: 1 } },
  WebhooksDisabled: { permitted: { WebhooksDisabled: 0 }, failing: { WebhooksDisabled: 1 } },
}

/** With all settings that add alarms. */
const templates = synthesizeWithoutDashboard({
  canary: 'true',
  quietHours: '6',
  // The alarm of a day observes the calls of the scenario's three minutes, and those of its own: one more is too much.
  scheduleQuota: '240002',
  backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
  mailFrom: 'no-reply@example.com',
  apiDomainName: OWN_DOMAINS.apiDomainName,
  apiCertificateArn: OWN_DOMAINS.apiCertificateArn,
})
/** The alarms without their references to other resources: what they observe has the name of the reference. */
const alarms = Object.fromEntries(
  Object.entries(resources(templates, 'AWS::CloudWatch::Alarm')).map(([id, { Type, Properties }]) => {
    const { AlarmActions, OKActions, ...properties } = Properties
    const named = JSON.stringify(properties, (_, value) =>
      value?.Ref || value?.['Fn::ImportValue'] || value?.['Fn::If'] ? JSON.stringify(value) : value,
    )
    return [id, { Type, Properties: JSON.parse(named) }]
  }),
)

let ground: Ground | undefined
afterEach(() => ground?.[Symbol.asyncDispose]())

/** Returns the metrics that an alarm observes, with their periods in seconds. */
function observedBy({ Metrics, Namespace, MetricName, Dimensions, Period }: MetricAlarm) {
  return (
    Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [
      { Metric: { Namespace, MetricName, Dimensions }, Period, Stat: undefined },
    ]
  )
}

/**
 * Puts the periods of an alarm's scenario: `failing` of them fail, the others are permitted. Metrics that another alarm observes, too, are
 * put once.
 */
async function putPeriods(
  cloudwatch: CloudWatch,
  alarm: MetricAlarm,
  failing: number,
  done: Set<string>,
): Promise<void> {
  const scenario = SCENARIOS[sectionOf(alarm.AlarmName ?? '')]
  for (const { Metric, Period = 0, Stat } of observedBy(alarm)) {
    const { Namespace, MetricName = '', Dimensions } = Metric ?? {}
    const name = JSON.stringify([Namespace, MetricName, Dimensions, Period])
    if (done.has(name)) continue
    done.add(name)
    const MetricData = Array.from({ length: alarm.EvaluationPeriods ?? 0 }, (_, period): MetricDatum[] => {
      const Value = scenario?.[period < failing ? 'failing' : 'permitted'][MetricName]
      // In the middle of the period, which moves with the time.
      const Timestamp = new Date(Date.now() - (period + 0.5) * Period * 1000)
      if (Value === undefined) return []
      const data = Stat === 'SampleCount' ? { Values: [1], Counts: [Value] } : { Value }
      return [{ MetricName, Dimensions, Timestamp, ...data }]
    }).flat()
    if (MetricData.length > 0) await cloudwatch.putMetricData({ Namespace, MetricData })
  }
}

/** Returns the states of all alarms after `failing` periods of each have failed. */
async function statesAfter(
  failing: (alarm: MetricAlarm) => number,
  tested: typeof alarms,
): Promise<Readonly<Record<string, unknown>>> {
  ground = await startGround(tested, { dynamodb: inject('dynamodb') })
  const cloudwatch = new CloudWatch(ground.administrator)
  const all = async () => (await cloudwatch.describeAlarms({ MaxRecords: 100 })).MetricAlarms ?? []
  const done = new Set<string>()
  await Promise.all((await all()).map((alarm) => putPeriods(cloudwatch, alarm, failing(alarm), done)))
  return Object.fromEntries((await all()).map(({ AlarmName = '', StateValue }) => [AlarmName, StateValue]))
}

const isLateAnswers = (name: string) => name.endsWith('-LateAnswers')
const alarmsWhere = (isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(alarms).filter(([, { Properties }]) => isWanted(Properties.AlarmName)))
/** Late answers are answers: then the oldest turn waits for its own organisation. */
const GROUPS = [
  ['of late answers', alarmsWhere(isLateAnswers)],
  ['of everything else', alarmsWhere((name) => !isLateAnswers(name))],
] as const

const everyAlarm = (tested: typeof alarms, state: string) =>
  Object.fromEntries(Object.values(tested).map(({ Properties }) => [Properties.AlarmName, state]))

test.each(GROUPS)('each alarm %s fires in its scenario', async (_, tested) => {
  expect(await statesAfter(({ DatapointsToAlarm = 0 }) => DatapointsToAlarm, tested)).toEqual(
    everyAlarm(tested, 'ALARM'),
  )
})

test.each(GROUPS)(
  'no alarm %s fires if one period fewer fails, and the others are as bad as permitted',
  async (_, tested) => {
    const states = await statesAfter(({ DatapointsToAlarm = 0 }) => DatapointsToAlarm - 1, tested)
    expect(states).toEqual(everyAlarm(tested, 'OK'))
  },
)

test('each scenario belongs to an alarm', () => {
  const sections = Object.values(alarms).map(({ Properties }) => sectionOf(Properties.AlarmName))
  expect(Object.keys(SCENARIOS)).toEqual([...new Set(sections)].toSorted())
})
