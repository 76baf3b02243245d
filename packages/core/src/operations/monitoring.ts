import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { isOfStage } from '@replywright/contract/alarms.ts'
import type { Alarm, Queue, QueueHistory } from '@replywright/contract/dashboard/operations.ts'
import { sandboxId } from '../channel/numbers/numbers.ts'
import { composeCanary } from '../channel/provider/compose-canary.ts'
import { ensureSandboxNumber } from '../deliveries/webhooks/view-webhooks.ts'
import { createWebhook, enableWebhook, updateWebhook } from '../deliveries/webhooks/webhooks.ts'
import { AWS_CLIENT } from '../platform/aws-client.ts'
import { CANARY } from '../platform/canary.ts'
import { InternalError } from '../platform/errors.ts'
import { logError } from '../platform/log/log.ts'
import { onFirstUse } from '../platform/on-first-use.ts'
import { RetentionEntity } from '../platform/retention.ts'
import { equalInConstantTime } from '../platform/secrets/equal-in-constant-time.ts'
import { capabilityKey, capabilityKeys } from '../platform/secrets/secrets.ts'
import { settings } from '../platform/settings.ts'
import { ShortCache } from '../platform/short-cache.ts'
import { table } from '../platform/table/table.ts'
import { sqs } from './dead-letters/dead-letter-queue.ts'

const cloudWatch = /* @__PURE__ */ onFirstUse(() => new CloudWatchClient(AWS_CLIENT))

/** Returns the current state of all queues: work queues first, each kind by name. */
export async function viewQueues(now: number): Promise<Queue[]> {
  const { WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  const counted = await Promise.all([
    ...byName(work).map(([name, url]) => countQueue({ name, url, kind: 'work', redrivesTo: null })),
    ...byName(dead).map(([name, url]) =>
      countQueue({ name, url, kind: 'dead-letter', redrivesTo: work[name] === undefined ? null : name }),
    ),
  ])
  const holding = counted.filter(({ waiting, inFlight, delayed }) => waiting + inFlight + delayed > 0)
  const ages = await oldestAges(
    holding.map(({ url }) => queueName(url)),
    now,
  )
  return counted.map(({ url, ...queue }) => ({ ...queue, oldestAgeSeconds: ages.get(queueName(url)) ?? null }))
}

function byName(urls: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(urls).toSorted(([a], [b]) => a.localeCompare(b))
}

/** Returns the name of a queue in AWS: the last part of its URL. */
function queueName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

type Counted = Omit<Queue, 'oldestAgeSeconds'> & { readonly url: string }

async function countQueue(queue: Pick<Counted, 'name' | 'kind' | 'redrivesTo' | 'url'>): Promise<Counted> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queue.url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  )
  return {
    ...queue,
    waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
  }
}

const PERIOD_SECONDS = 900
const PERIODS = 96

const METRICS = {
  waiting: 'ApproximateNumberOfMessagesVisible',
  oldestAgeSeconds: 'ApproximateAgeOfOldestMessage',
} as const

/** Returns depth and age of all queues over the last 24 hours. CloudWatch charges about 0.0003 USD for it. */
export async function viewQueueHistory(now: number): Promise<QueueHistory> {
  const period = PERIOD_SECONDS * 1000
  const from = (Math.floor(now / period) - PERIODS + 1) * period
  const queues = [
    ...byName(settings.WORK_QUEUE_URLS).map(([name, url]) => ({ name, url, kind: 'work' as const })),
    ...byName(settings.DEAD_LETTER_QUEUE_URLS).map(([name, url]) => ({ name, url, kind: 'dead-letter' as const })),
  ]
  const { MetricDataResults = [] } = await cloudWatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(from),
      EndTime: new Date(now),
      MetricDataQueries: queues.flatMap(({ url }, index) =>
        Object.entries(METRICS).map(([field, MetricName]) => ({
          Id: `${field}${index}`,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/SQS',
              MetricName,
              Dimensions: [{ Name: 'QueueName', Value: queueName(url) }],
            },
            Period: PERIOD_SECONDS,
            Stat: 'Maximum',
          },
        })),
      ),
    }),
  )
  const valuesOf = (id: string) => {
    const { Timestamps = [], Values = [] } = MetricDataResults.find(({ Id }) => Id === id) ?? {}
    const values = new Map(Timestamps.map((at, index) => [(at.getTime() - from) / period, Values[index]]))
    return Array.from({ length: PERIODS }, (_, index) => values.get(index) ?? null)
  }
  return {
    from: new Date(from).toISOString(),
    periodSeconds: PERIOD_SECONDS,
    queues: queues.map(({ name, kind }, index) => ({
      name,
      kind,
      waiting: valuesOf(`waiting${index}`),
      oldestAgeSeconds: valuesOf(`oldestAgeSeconds${index}`),
    })),
  }
}

/** SQS reports once a minute, with a delay of some minutes. */
const AGE_PERIOD_SECONDS = 60
const LOOKBACK_SECONDS = 600

/** Returns seconds by queue name, if there is data. Each name is billed, so do not pass empty queues. */
export async function oldestAges(queueNames: readonly string[], now: number): Promise<ReadonlyMap<string, number>> {
  if (queueNames.length === 0) return new Map()
  try {
    const { MetricDataResults = [] } = await cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LOOKBACK_SECONDS * 1000),
        EndTime: new Date(now),
        ScanBy: 'TimestampDescending',
        MetricDataQueries: queueNames.map((name, index) => ({
          Id: `q${index}`,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/SQS',
              MetricName: 'ApproximateAgeOfOldestMessage',
              Dimensions: [{ Name: 'QueueName', Value: name }],
            },
            Period: AGE_PERIOD_SECONDS,
            Stat: 'Maximum',
          },
        })),
      }),
    )
    return new Map(
      MetricDataResults.flatMap(({ Id = '', Values: [newest] = [] }) => {
        const name = queueNames[Number(Id.slice(1))]
        return name === undefined || newest === undefined ? [] : [[name, newest] as const]
      }),
    )
  } catch (error) {
    // The counts are useful without the ages.
    logError('queues.ages_unknown', error)
    return new Map()
  }
}

/** CloudFormation generates the names of alarms of the stack Messaging. CodeDeploy alone acts on them, while it replaces a worker. */
const GENERATED = 'Messaging-'
const STATES: Readonly<Record<string, Alarm['state']>> = { OK: 'ok', ALARM: 'alarm' }
const ORDER: readonly Alarm['state'][] = ['alarm', 'insufficient_data', 'ok']

/** Lists the alarms of the service, except those of CodeDeploy: firing first, then by name. */
export async function listAlarms(): Promise<Alarm[]> {
  const prefix = settings.ALARM_PREFIX
  const alarms: Alarm[] = []
  let token: string | undefined
  do {
    const page = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: prefix, NextToken: token }))
    const own = (page.MetricAlarms ?? []).filter(
      ({ AlarmName }) => isOfStage(AlarmName, prefix) && !AlarmName.startsWith(`${prefix}${GENERATED}`),
    )
    alarms.push(...own.map(alarmView))
    token = page.NextToken
  } while (token)
  return alarms.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name))
}

function alarmView(alarm: MetricAlarm): Alarm {
  return {
    name: alarm.AlarmName ?? '',
    description: alarm.AlarmDescription ?? '',
    state: STATES[alarm.StateValue ?? ''] ?? 'insufficient_data',
    reason: alarm.StateReason ?? '',
    since: alarm.StateUpdatedTimestamp?.toISOString() ?? null,
  }
}

const CANARY_NAME = 'Canary'
const CANARY_DAYS = 1

/**
 * Creates the number and the webhook of the canary, whose deliveries return to the ingress. A repeat sets the URL again and
 * enables the webhook. `now` in milliseconds.
 */
export async function setUpCanary(ingressUrl: string, now: number): Promise<void> {
  const { organizationId, webhookId } = CANARY
  const target = new URL(ingressUrl)
  target.searchParams.set('canary', await canaryToken(now))
  const url = target.href
  await RetentionEntity.put({ organizationId, messageDays: CANARY_DAYS, deliveryDays: CANARY_DAYS }).go()
  await ensureSandboxNumber(organizationId, now)
  const created = await createWebhook(
    { organizationId, userId: organizationId },
    { name: CANARY_NAME, url, events: ['message.received'], phoneNumberIds: [sandboxId(organizationId)] },
    now,
    webhookId,
  )
  if (created.webhook.url !== url) await updateWebhook(organizationId, webhookId, { url }, { expected: undefined, now })
  await enableWebhook(organizationId, webhookId, now)
}

const CANARY_DEADLINE_MILLISECONDS = 20_000

/**
 * Posts a customer's message to the ingress. Its delivery returns to the ingress, which counts it in `CanaryReceived`.
 * `now` in milliseconds. @throws Error unless the ingress accepts the message
 */
export async function sendCanary(now: number): Promise<void> {
  const request = await composeCanary(now)
  const signal = AbortSignal.timeout(CANARY_DEADLINE_MILLISECONDS)
  const response = await fetch(settings.INGRESS_URL, { method: 'POST', ...request, signal })
  if (!response.ok) throw new InternalError(`the ingress returned ${response.status}`)
}

const CANARY_CAPABILITY = 'canary'

/** Returns the value of `?canary` in the URL of the canary's webhook. `now` in milliseconds. */
async function canaryToken(now: number): Promise<string> {
  return (await capabilityKey(CANARY_CAPABILITY, now)).toString('hex')
}

/** Returns whether a request is a delivery to the canary's webhook. */
export async function isCanaryToken(token: string, now: number): Promise<boolean> {
  const keys = await capabilityKeys(CANARY_CAPABILITY, now)
  return keys.some((key) => equalInConstantTime(token, key.toString('hex')))
}

/** An item that does not exist: its read costs half a read unit and shows no data. */
const HEALTH_KEY = { pk: 'health#', sk: 'health' }
const TIMEOUT_MS = 3000

const results = new ShortCache<Promise<boolean>>(10_000)

/** Returns whether the table can be read. Each process checks at most once in 10 seconds. `now` in milliseconds. */
export async function isTableReadable(now: number): Promise<boolean> {
  const known = results.get('table', now)
  if (known) return await known
  const result = readTable()
  results.set('table', result, now)
  return await result
}

async function readTable(): Promise<boolean> {
  try {
    const read = new GetCommand({ TableName: table.table, Key: HEALTH_KEY })
    await table.client.send(read, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch (error) {
    logError('health.table_unreadable', error)
    return false
  }
}
