import { type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import type { Settings } from '../settings.ts'
import type { Alarms } from './alarms.ts'
import {
  calculation,
  filteredMetric,
  functionMetric,
  mappingMetric,
  relaySilence,
  scheduleMetric,
  serviceMetric,
  valueMetric,
} from './service-metrics.ts'
import { deadLetterEntries, type Watched } from './watched.ts'

const MINUTE = Duration.minutes(1)
const FIVE_MINUTES = Duration.minutes(5)

/** Permitted age above the usual age. After a crash of a worker, its batch is received again after three minutes. */
const LATE_SECONDS = 300
/** Two thirds of SQS's limit. */
const IN_FLIGHT = 80_000
/** The relay is normally at most a second behind. A minute means that it fails or is too slow. */
const RELAY_BEHIND_MILLISECONDS = 60_000
/** The statistics are normally behind by `statisticsDelaySeconds`, at most five minutes. */
const STATISTICS_BEHIND_MILLISECONDS = 900_000

/** Failing endpoints fill the dead-letter queues of these. `DeliveriesExhausted` is their alarm. */
const FILLED_BY_CUSTOMERS: readonly string[] = ['deliveries', 'slow-deliveries']
/** Share of the deliveries that end. Single endpoints that fail are less. */
const EXHAUSTED_SHARE = 0.05
/** With fewer in five minutes, one endpoint would be a large share. */
const EXHAUSTED_COUNT = 10
/** Share of the messages that are sent. Single mistakes of callers are less. */
const REFUSED_SHARE = 0.2
/** With fewer in five minutes, one caller would be a large share. */
const REFUSED_COUNT = 10
/** Five seconds after an idle period, and the ten that an endpoint may take. */
const LATE_ATTEMPT_MILLISECONDS = 15_000
/** A turn may take two minutes; the usual one takes some seconds. */
const LATE_ANSWER_MILLISECONDS = 60_000

/** Adds alarms for the flow of messages from ingress to delivery. */
export function addMessageAlarms(alarms: Alarms, watched: Watched, table: ITable, stage: string): void {
  const own = deadLetterEntries(watched).filter(([name]) => !FILLED_BY_CUSTOMERS.includes(name))
  for (const [name, queue] of own)
    alarms.add(`DeadLetters-${name}`, {
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'max', period: FIVE_MINUTES }),
      above: 0,
      // A queue without activity for six hours reports no metrics, even with messages in it. The alarm keeps its last state.
      missing: TreatMissingData.IGNORE,
      description: `Messages of "${name}" are in the dead-letter queue. Inspect them, fix the cause, then redrive or purge them.`,
    })
  for (const [name, { queue, usualAge }] of Object.entries(watched.queues))
    alarms.add(`OldestMessage-${name}`, {
      metric: waitOf(name, queue, stage),
      // SQS excludes messages that were received three times. They become dead letters, which have their own alarms. This
      // alarm is for messages that no worker receives.
      above: usualAge.toSeconds() + LATE_SECONDS,
      ofThree: 3,
      description: `Messages of "${name}" wait too long. Check whether the worker is throttled, fails, or has too little concurrency.`,
    })
  alarms.add('InFlight-deliveries', {
    metric: watched.queues.deliveries.queue.metricApproximateNumberOfMessagesNotVisible({
      statistic: 'max',
      period: MINUTE,
    }),
    above: IN_FLIGHT,
    ofThree: 2,
    description:
      'At 120,000 received but unfinished messages, SQS gives no worker any: all deliveries stop. Find what holds them.',
  })
  alarms.add('RelayIteratorAge', {
    metric: watched.functions.relay.metric('IteratorAge', { statistic: 'max', period: MINUTE }),
    above: RELAY_BEHIND_MILLISECONDS,
    ofThree: 3,
    description:
      'The relay is behind the table: stored messages are not sent yet. The stream keeps records for 24 hours.',
  })
  alarms.add('StatisticsIteratorAge', {
    metric: watched.functions.count.metric('IteratorAge', { statistic: 'max', period: MINUTE }),
    above: STATISTICS_BEHIND_MILLISECONDS,
    ofThree: 3,
    description:
      'The statistics of deliveries are behind. Deliveries are not affected. The stream keeps records for 24 hours.',
  })
  // The relay's iterator age and errors are reported only when it is invoked.
  alarms.add('RelaySilent', {
    metric: relaySilence(table, watched.functions.relay, watched.relayMappingId),
    above: 0,
    ofThree: 2,
    description:
      'The table is written but the relay is not invoked: nothing is sent. Check its event source mapping. The stream keeps records for 24 hours.',
  })
  alarms.add('RelayDiscarded', {
    metric: calculation('discarded records', 'FILL(kept, 0) + FILL(dropped, 0)', {
      kept: mappingMetric(watched.relayMappingId, 'OnFailureDestinationDeliveredEventCount'),
      dropped: mappingMetric(watched.relayMappingId, 'DroppedEventCount'),
    }),
    above: 0,
    description:
      'The relay discarded records of the table that it could not send for hours. Their messages are not sent until you reconcile.',
  })
  alarms.add('Ingress5xx', {
    metric:
      watched.ingressApi?.metricServerError({ statistic: Stats.SUM, period: FIVE_MINUTES }) ??
      functionMetric(watched.functions.ingress, 'Url5xxCount'),
    above: 0,
    ofThree: 2,
    description:
      'Messages of the provider could not be stored. The provider retries for days. Find the error in the log.',
  })
  alarms.add('IngressThrottled', {
    metric: refusedByIngress(watched, stage),
    above: 0,
    ofThree: 2,
    description:
      'Messages of the provider are refused, because all executions of the ingress, or all requests of the account, are in use. The provider retries for days.',
  })
  alarms.add('ProviderRejected', {
    metric: calculation('rejected, and none taken', 'IF(FILL(rejected, 0) > 0 && FILL(taken, 0) == 0, 1, 0)', {
      rejected: serviceMetric(stage, 'ProviderRejected'),
      taken: serviceMetric(stage, 'MessagesTaken'),
    }),
    above: 0,
    ofThree: 3,
    description:
      'Messages arrive with a signature that no app secret verifies, and none is accepted: the provider repeats them for some days only. Set the app secret.',
  })
  alarms.add('DeliveriesExhausted', {
    metric: calculation(
      'share of exhausted deliveries',
      `IF(FILL(exhausted, 0) >= ${EXHAUSTED_COUNT}, exhausted / (exhausted + FILL(delivered, 0)), 0)`,
      {
        exhausted: serviceMetric(stage, 'DeliveriesExhausted'),
        delivered: valueMetric(stage, 'AttemptDuration', 'delivered', Stats.SAMPLE_COUNT),
      },
    ),
    above: EXHAUSTED_SHARE,
    ofThree: 2,
    description:
      'More than 5 % of all deliveries exhaust their retries. If several endpoints fail, the cause is here: network, DNS or the worker.',
  })
  alarms.add('LateDeliveries', {
    metric: filteredMetric(stage, 'TimeToDeliveredAtOnce', Stats.p(95)),
    above: LATE_ATTEMPT_MILLISECONDS,
    ofThree: 3,
    description:
      'One of twenty deliveries takes more than 15 seconds, although its first attempt succeeds: it waited for that attempt.',
  })
  alarms.add('LateAnswers', {
    metric: serviceMetric(stage, 'TimeToAnswered', Stats.p(95)),
    above: LATE_ANSWER_MILLISECONDS,
    ofThree: 3,
    description: 'One of twenty answers of agents takes more than a minute. Check the model and the queue of turns.',
  })
  alarms.add('MessagesParked', {
    metric: serviceMetric(stage, 'MessagesParked'),
    above: 0,
    description: 'A message of the provider could not be parsed and is stored unchanged. Find its log line.',
  })
  alarms.add('NumberRestricted', {
    metric: calculation('numbers that the provider blocks or restricts', 'FILL(blocked, 0) + FILL(restricted, 0)', {
      blocked: valueMetric(stage, 'NumberNotices', 'blocked', Stats.SUM),
      restricted: valueMetric(stage, 'NumberNotices', 'restricted', Stats.SUM),
    }),
    above: 0,
    description:
      'The provider banned or restricted a number or its account. The log line number.health has the number and the cause.',
  })
  alarms.add('NumberWarned', {
    metric: valueMetric(stage, 'NumberNotices', 'warned', Stats.SUM),
    above: 0,
    description:
      'The provider warns about a number or its account. The log line number.health has the number and the cause.',
  })
  alarms.add('SendsRefused', {
    metric: calculation(
      'share of refused sends',
      `IF(FILL(refused, 0) >= ${REFUSED_COUNT}, refused / (refused + FILL(accepted, 0) + FILL(unknown, 0)), 0)`,
      {
        refused: valueMetric(stage, 'MessagesSent', 'refused', Stats.SUM),
        accepted: valueMetric(stage, 'MessagesSent', 'accepted', Stats.SUM),
        unknown: valueMetric(stage, 'MessagesSent', 'unknown', Stats.SUM),
      },
    ),
    above: REFUSED_SHARE,
    description:
      'The provider refuses more than 20 % of all messages: a token, a permission, the version of its API or the payment method may be the cause.',
  })
  alarms.add('WebhooksDisabled', {
    metric: serviceMetric(stage, 'WebhooksDisabled'),
    above: 0,
    description: 'A customer’s webhook was disabled after 20 consecutive failures. Inform its owner.',
  })
  alarms.add('SchedulerFailures-target', {
    metric: scheduleMetric(watched.scheduleGroup, 'TargetErrorCount'),
    above: 0,
    ofThree: 2,
    description:
      'EventBridge Scheduler cannot send to its queue and retries. Check whether its role and the queue exist.',
  })
  alarms.add('SchedulerFailures-lost', {
    metric: scheduleMetric(watched.scheduleGroup, 'InvocationsFailedToBeSentToDeadLetterCount'),
    above: 0,
    description:
      'EventBridge Scheduler could send neither to its queue nor to its dead-letter queue. Fix its role, then reconcile.',
  })
}

/**
 * Returns the age of a queue's oldest message. That of turns counts while no agent answers: one organisation that sends more than
 * its share waits alone.
 */
function waitOf(name: string, queue: IQueue, stage: string): IMetric {
  const age = queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: MINUTE })
  if (name !== 'turns') return age
  const answered = serviceMetric(stage, 'TimeToAnswered', Stats.SAMPLE_COUNT).with({ period: MINUTE })
  return calculation('age while none is answered', 'IF(FILL(answered, 0) > 0, 0, age)', { age, answered }).with({
    period: MINUTE,
  })
}

/** Returns the messages of the provider that the function refuses, and its API if it has one, whose metrics count all 4xx together. */
function refusedByIngress({ functions, ingressApi }: Watched, stage: string): IMetric {
  const throttled = functions.ingress.metricThrottles({ statistic: Stats.SUM, period: FIVE_MINUTES })
  if (!ingressApi) return throttled
  const refused = filteredMetric(stage, 'IngressRefused')
  return calculation('refused messages', 'FILL(throttled, 0) + FILL(refused, 0)', { throttled, refused })
}

/** Adds the alarm for the silence of the provider, which a lost subscription and an app that was taken offline cause. */
export function addQuietAlarm(alarms: Alarms, { stage, quietHours }: Pick<Settings, 'stage' | 'quietHours'>): void {
  alarms.add('ProviderSilent', {
    metric: calculation('hours without a message', 'IF(FILL(taken, 0) > 0, 0, 1)', {
      taken: serviceMetric(stage, 'MessagesTaken').with({ period: Duration.hours(1) }),
    }).with({ period: Duration.hours(1) }),
    above: 0,
    periods: quietHours,
    missing: TreatMissingData.BREACHING,
    description: `The provider sent no message for ${quietHours} hours. Check the subscription of the webhook and the state of the app.`,
  })
}

/** Adds the alarm of the canary, whose message should return in each period. */
export function addCanaryAlarm(alarms: Alarms, stage: string): void {
  alarms.add('Canary', {
    metric: calculation('the message did not return', 'IF(received > 0, 0, 1)', {
      received: serviceMetric(stage, 'CanaryReceived'),
    }),
    above: 0,
    ofThree: 2,
    // Without a message there is no metric.
    missing: TreatMissingData.BREACHING,
    description:
      'Two messages of the canary were not delivered: the ingress, the relay, the deliveries or the canary itself fail.',
  })
}
