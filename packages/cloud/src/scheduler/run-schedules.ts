import { randomUUID } from 'node:crypto'
import type { Stoppable } from '../composition/scope.ts'
import type { CallAction } from '../engines/json-client.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Time } from '../time.ts'
import type { StoredSchedule } from './schedule-store.ts'
import type { Schedules } from './schedules.ts'
import type { TargetRoles } from './target-role.ts'

/** The result of an attempt to invoke a target. */
type Attempt =
  | { readonly kind: 'invoked' }
  | { readonly kind: 'failed'; readonly reason: string; readonly mayRetry: boolean }

interface Targets {
  readonly roles: TargetRoles
  readonly environment: Environment
  readonly callSqs: CallAction
  readonly invoke: LambdaService['invoke']
}

/** Schedules that are invoked concurrently. */
const CONCURRENCY = 20

const DEFAULT_RETRY_ATTEMPTS = 185
const DEFAULT_EVENT_AGE_SECONDS = 86_400

const LONGEST_BACK_OFF_MILLISECONDS = 60_000

/** How long to wait after a failed read or write of the schedules. */
const ERROR_PAUSE_MILLISECONDS = 1000

interface RunOptions {
  readonly schedules: Schedules
  readonly time: Time
  readonly targets: Targets
  readonly onAttempt?: (schedule: StoredSchedule) => void
  readonly log: (line: string) => void
}

/** Invokes schedules to the second, overdue ones first. At least once: completed only after the target accepted it. */
export function runSchedules(options: RunOptions): Stoppable {
  const { schedules, time, log } = options
  let stopped = false
  let cancel = () => {}
  let running: Promise<void> | undefined
  let again = false

  const wake = () => {
    if (running) again = true
    else if (!stopped) running = round().finally(sleep)
  }
  const round = async () => {
    try {
      for (let due = next(); due.length > 0; due = next()) await Promise.all(due.map((one) => attempt(one, options)))
    } catch (error) {
      log(`scheduler: ${error instanceof Error ? error.message : String(error)}`)
      const recovered = Promise.withResolvers<void>()
      cancel = time.wake(time.now() + ERROR_PAUSE_MILLISECONDS, recovered.resolve)
      await recovered.promise
    }
  }
  const next = () => (stopped ? [] : schedules.store.due(time.now(), CONCURRENCY))
  const sleep = () => {
    running = undefined
    if (stopped) return
    if (again) {
      again = false
      return wake()
    }
    const dueAt = schedules.store.nextDueAt()
    cancel()
    if (dueAt !== undefined) cancel = time.wake(dueAt, wake)
  }

  schedules.watch(wake)
  wake()
  return {
    async stop() {
      stopped = true
      schedules.watch(() => {})
      await running
      cancel()
    },
  }
}

async function attempt(
  schedule: StoredSchedule,
  { schedules, time, targets, onAttempt, log }: RunOptions,
): Promise<void> {
  const arn = schedules.arn(schedule)
  onAttempt?.(schedule)
  const outcome = await invokeTarget(schedule, arn, targets)
  // If the schedule was changed or deleted in the meantime, the current state decides.
  const current = schedules.store.get(schedule)
  const isSame = current?.modifiedAt === schedule.modifiedAt && current.occurrence === schedule.occurrence
  if (outcome.kind === 'invoked') {
    if (isSame) schedules.complete(schedule)
    return
  }
  log(`${arn} could not invoke its target: ${outcome.reason}`)
  if (!isSame) return
  const retryAt = outcome.mayRetry ? nextAttemptAt(schedule, time.now()) : undefined
  if (retryAt !== undefined) return schedules.retry(schedule, retryAt)
  const notified = await sendToDeadLetters(schedule, arn, outcome.reason, targets)
  if (notified.kind === 'failed') log(`${arn} is discarded: ${notified.reason}`)
  schedules.complete(schedule)
}

/** Waits one second, two, four … until the retry policy is exhausted. */
function nextAttemptAt({ definition, attempts, occurrence }: StoredSchedule, now: number): number | undefined {
  const { MaximumRetryAttempts = DEFAULT_RETRY_ATTEMPTS, MaximumEventAgeInSeconds = DEFAULT_EVENT_AGE_SECONDS } =
    definition.Target.RetryPolicy ?? {}
  const at = now + Math.min(1000 * 2 ** attempts, LONGEST_BACK_OFF_MILLISECONDS)
  const tooOld = at > (occurrence ?? 0) + MaximumEventAgeInSeconds * 1000
  return attempts >= MaximumRetryAttempts || tooOld ? undefined : at
}

/** Sends a schedule's input to its target with its role's permissions. Does not wait for a function. */
async function invokeTarget(schedule: StoredSchedule, arn: string, targets: Targets): Promise<Attempt> {
  const { Target } = schedule.definition
  const input = inputOf(schedule, arn, targets.environment)
  const isQueue = Target.Arn.startsWith('arn:aws:sqs:')
  const action = isQueue ? 'sqs:SendMessage' : 'lambda:InvokeFunction'
  const refusal = targets.roles.refusal(Target.RoleArn, action, Target.Arn)
  if (refusal) return { kind: 'failed', reason: refusal, mayRetry: false }
  if (isQueue) return send(Target.Arn, input, Target.SqsParameters?.MessageGroupId, targets.callSqs)
  // An asynchronous invocation: the function's result does not concern the Scheduler.
  void targets.invoke(Target.Arn, parsed(input)).catch(() => undefined)
  return { kind: 'invoked' }
}

/** Sends an undeliverable input to the schedule's dead-letter queue, if it has one. */
async function sendToDeadLetters(
  schedule: StoredSchedule,
  arn: string,
  reason: string,
  targets: Targets,
): Promise<Attempt> {
  const { Target } = schedule.definition
  const queue = Target.DeadLetterConfig?.Arn
  if (queue === undefined) return { kind: 'failed', reason: 'there is no dead-letter queue', mayRetry: false }
  const refusal = targets.roles.refusal(Target.RoleArn, 'sqs:SendMessage', queue)
  if (refusal) return { kind: 'failed', reason: refusal, mayRetry: false }
  const text = (StringValue: string) => ({ DataType: 'String', StringValue })
  return send(queue, inputOf(schedule, arn, targets.environment), undefined, targets.callSqs, {
    ERROR_CODE: text('TargetInvocationFailed'),
    ERROR_MESSAGE: text(reason),
    SCHEDULE_ARN: text(arn),
    TARGET_ARN: text(Target.Arn),
  })
}

async function send(
  queueArn: string,
  MessageBody: string,
  group: string | undefined,
  callSqs: CallAction,
  MessageAttributes: Readonly<Record<string, { DataType: string; StringValue: string }>> = {},
): Promise<Attempt> {
  const QueueUrl = `http://127.0.0.1/000000000000/${queueArn.split(':').at(-1)}`
  try {
    await callSqs('SendMessage', { QueueUrl, MessageBody, MessageAttributes, ...(group && { MessageGroupId: group }) })
    return { kind: 'invoked' }
  } catch (error) {
    const mayRetry = !(error instanceof ServiceError) || error.status >= 500
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), mayRetry }
  }
}

/** Returns the input with its context attributes; without an input, an event that describes the invocation. */
function inputOf({ definition, occurrence, attempts }: StoredSchedule, arn: string, environment: Environment): string {
  const time = new Date(occurrence ?? 0).toISOString().replace('.000Z', 'Z')
  const { Input } = definition.Target
  if (Input === undefined) {
    return JSON.stringify({
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: environment.accountId,
      time,
      region: environment.region,
      resources: [arn],
      detail: '{}',
    })
  }
  return Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', randomUUID())
    .replaceAll('<aws.scheduler.attempt-number>', String(attempts + 1))
}

/** Parses the event of a function: JSON, or otherwise a string. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
