import type { EpochMs } from '@replywright/contract/time.ts'
import {
  type Deployment,
  deploy,
  type Finding,
  fails,
  notApplicable,
  ok,
  warning,
} from '@replywright/core/operations/doctor/check.ts'
import { count } from '../../../show.ts'

type Stage = Pick<Deployment, 'stage'>

/** How long evidence is looked for. */
export const EVIDENCE_DAYS = 14
const WITHIN = `in ${EVIDENCE_DAYS} days`

interface Loops {
  /** Lambda's setting of `deliver`. */
  readonly recursiveLoop: string
  /** Invocations that Lambda dropped. */
  readonly dropped: number
  /** Deliveries that exhausted their retries. */
  readonly exhausted: number
}

/** Judges whether Lambda lets a delivery take all its retries, which are messages of `deliver` to its own queue. */
export function judgeLoops({ recursiveLoop, dropped, exhausted }: Loops, stage: Stage): Finding {
  if (recursiveLoop !== 'Allow')
    return fails(
      `Lambda stops deliver after about 16 messages of a chain: its setting is ${recursiveLoop}`,
      deploy(stage),
    )
  if (dropped > 0)
    return fails(
      `Lambda dropped ${count(dropped, 'invocation')} as an endless loop ${WITHIN}`,
      'find the function: CloudWatch, Metrics, Lambda, By Function Name, RecursiveInvocationsDropped',
    )
  if (exhausted === 0)
    return warning(
      `no delivery exhausted its retries ${WITHIN}, so nothing is shown`,
      `on a stage for tests: ${deploy(stage, 'retryDelaysSeconds=10,3600,21600')}; let an endpoint return 500, send it a message, and check again after eight hours`,
    )
  return ok(`${count(exhausted, 'delivery', 'deliveries')} took all retries, and Lambda dropped no invocation`)
}

/** API Gateway takes at most 80 changes of a stage in one update, and each limit is two. */
const MOST_LIMITS = 40

/** Judges the limits of a stage by their keys, such as `~1media~1{token}/GET`, against the public routes of the contract. */
export function judgeLimits(settings: readonly string[], open: readonly string[], stage: Stage): Finding {
  const ofAny = settings.filter((key) => key.endsWith('/ANY'))
  if (ofAny.length > 0)
    return fails(`${count(ofAny.length, 'limit')} for ANY, which API Gateway ignores`, deploy(stage))
  const missing = open.filter((key) => !settings.includes(key))
  if (missing.length > 0)
    return fails(`the stage has no limit for ${missing.join(', ').replaceAll('~1', '/')}`, deploy(stage))
  const tells = `API Gateway took ${count(settings.length, 'limit')} of the stage`
  if (settings.length > MOST_LIMITS)
    return warning(`${tells}, more than it takes in one update`, 'add the next public route in a deployment of its own')
  return ok(tells)
}

/** Judges whether webhooks are disabled after twenty failures, by how many were. */
export function judgeDisabling(disabled: number, { stage }: Stage): Finding {
  if (disabled > 0) return ok(`${count(disabled, 'webhook')} disabled after twenty failures ${WITHIN}`)
  return warning(
    `no webhook was disabled ${WITHIN}, so nothing is shown`,
    `create a webhook whose endpoint returns 400: npm run ops -- webhook create --stage ${stage} …; replay a delivery to it twenty times: replywright webhook-deliveries replay …`,
  )
}

interface Billing {
  readonly mode: string
  readonly createdAt: EpochMs
  /** When the table was switched to on-demand last. */
  readonly onDemandSince: EpochMs | undefined
}

const HOUR_MILLISECONDS = 3_600_000

/** Judges whether the table was switched to provisioned capacity, or back. */
export function judgeBilling({ mode, createdAt, onDemandSince }: Billing, stage: Stage): Finding {
  if (mode === 'PROVISIONED') return ok('the table has provisioned capacity')
  if (onDemandSince !== undefined && onDemandSince > createdAt + HOUR_MILLISECONDS)
    return ok(`the table was switched back to on-demand at ${new Date(onDemandSince).toISOString()}`)
  return warning(
    'the table always was on-demand, so nothing is shown',
    `on a stage for tests: ${deploy(stage, 'tableBilling=provisioned')}; a day later, deploy without it`,
  )
}

/** Judges the copies of backups by the states of their jobs. `vault`: whether the stage has a vault. */
export function judgeCopies(states: readonly string[], hasVault: boolean): Finding {
  if (!hasVault) return notApplicable('backupCopyVaultArn is not set')
  const failed = states.filter((state) => state === 'FAILED')
  if (failed.length > 0)
    return fails(
      `${count(failed.length, 'copy', 'copies')} failed ${WITHIN}`,
      'aws backup list-copy-jobs --by-state FAILED shows the reasons',
    )
  const completed = states.filter((state) => state === 'COMPLETED')
  if (completed.length > 0) return ok(`${count(completed.length, 'copy', 'copies')} completed ${WITHIN}`)
  return warning('no copy of a backup was completed yet', 'wait until tomorrow; then aws backup list-copy-jobs')
}

interface Notifications {
  /** Notifications that alarms sent to a topic. */
  readonly sent: number
  /** What CloudWatch said about those that failed. */
  readonly failures: readonly string[]
  /** Notifications that the topics delivered to subscribers, and could not deliver. */
  readonly delivered: number
  readonly undelivered: number
}

/** Judges whether notifications of alarms pass the encrypted topics. */
export function judgeNotifications(
  { sent, failures, delivered, undelivered }: Notifications,
  { stage }: Stage,
): Finding {
  const [failure] = failures
  if (failure !== undefined)
    return fails(failure, 'the policies of the topic and of its key must allow cloudwatch.amazonaws.com: deploy again')
  if (undelivered > 0)
    return fails(
      `${count(undelivered, 'notification')} not delivered to subscribers`,
      'check the subscriptions of the topics',
    )
  if (sent > 0 && delivered > 0) return ok(`${count(delivered, 'notification')} delivered ${WITHIN}`)
  return warning(
    `no alarm sent a notification ${WITHIN}, so nothing is shown`,
    `aws cloudwatch set-alarm-state --alarm-name Messaging-${stage}-DeadLetters-windows --state-value ALARM --state-reason test`,
  )
}

/** The size from which the smoke test took an hour while it read the whole table. */
const LARGE_BYTES = 20e9

/** Judges whether the smoke test must be timed: its time must not grow with the table. */
export function judgeSmoke(tableBytes: number, { stage }: Stage): Finding {
  const size = `the table has ${(tableBytes / 1e9).toFixed(1)} GB`
  if (tableBytes < LARGE_BYTES) return notApplicable(`${size}; it is of interest from 20 GB`)
  return warning(size, `time npm run ops -- smoke --stage ${stage} --yes must take as long as in a new stage`)
}
