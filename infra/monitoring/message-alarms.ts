import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Duration } from 'aws-cdk-lib/core'
import type { Alarms } from './alarms.ts'
import { functionMetric, relaySilence, scheduleMetric, serviceMetric } from './service-metrics.ts'
import { deadLetterEntries, type Watched } from './watched.ts'

const MINUTE = Duration.minutes(1)
const FIVE_MINUTES = Duration.minutes(5)

/** What a queue may be late beyond its messages' usual age: a worker that died shows its batch again after three minutes. */
const LATE_SECONDS = 300
/** The relay is a second behind at most; a minute means that it fails or is not fast enough. */
const RELAY_BEHIND_MILLISECONDS = 60_000

/** Whether messages arrive, move and leave. */
export function addMessageAlarms(alarms: Alarms, watched: Watched, table: ITable, stage: string): void {
  for (const [name, queue] of deadLetterEntries(watched))
    alarms.add(`DeadLetters-${name}`, {
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'max', period: FIVE_MINUTES }),
      above: 0,
      // A queue that rests for six hours reports nothing, whatever is in it: then what was known last still holds.
      missing: TreatMissingData.IGNORE,
      tells: `Messages of "${name}" were given up. Look at them, mend the cause, then redrive or purge them.`,
    })
  for (const [name, { queue, usualAge }] of Object.entries(watched.queues))
    alarms.add(`OldestMessage-${name}`, {
      metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: MINUTE }),
      // SQS leaves out what it showed three times: those wait for their next try, or fail and end in the dead letters, which
      // have alarms of their own. So this is about messages that nobody takes.
      above: usualAge.toSeconds() + LATE_SECONDS,
      ofThree: 3,
      tells: `Messages of "${name}" wait too long. Look whether its worker is throttled, fails, or has too little concurrency.`,
    })
  alarms.add('RelayIteratorAge', {
    metric: watched.functions.relay.metric('IteratorAge', { statistic: 'max', period: MINUTE }),
    above: RELAY_BEHIND_MILLISECONDS,
    ofThree: 3,
    tells: 'The relay is behind the table: what was stored is not sent yet. The stream forgets after 24 hours.',
  })
  // Its age is known only when the relay is invoked, and its errors too.
  alarms.add('RelaySilent', {
    metric: relaySilence(table, watched.functions.relay, watched.relayMappingId),
    above: 0,
    ofThree: 2,
    tells:
      'The table is written and the relay is not invoked: nothing is sent. Look at its event source mapping. The stream forgets after 24 hours.',
  })
  alarms.add('Ingress5xx', {
    metric: functionMetric(watched.functions.ingress, 'Url5xxCount'),
    above: 0,
    ofThree: 2,
    tells: 'Messages of the provider could not be stored. It sends them again, for days; find the error in the log.',
  })
  alarms.add('MessagesParked', {
    metric: serviceMetric(stage, 'MessagesParked'),
    above: 0,
    tells: 'A message of the provider could not be read and is kept as it came. Find it by its log line.',
  })
  alarms.add('WebhooksDisabled', {
    metric: serviceMetric(stage, 'WebhooksDisabled'),
    above: 0,
    tells: 'A customer’s webhook failed twenty times in a row and was disabled. Tell its owner.',
  })
  alarms.add('SchedulerFailures-target', {
    metric: scheduleMetric(watched.scheduleGroup, 'TargetErrorCount'),
    above: 0,
    ofThree: 2,
    tells:
      'EventBridge Scheduler cannot send to its queue and tries again: look whether its role and the queue are there.',
  })
  alarms.add('SchedulerFailures-lost', {
    metric: scheduleMetric(watched.scheduleGroup, 'InvocationsFailedToBeSentToDeadLetterCount'),
    above: 0,
    tells:
      'EventBridge Scheduler could send neither to its queue nor to its dead letters: mend its role, then reconcile.',
  })
}
