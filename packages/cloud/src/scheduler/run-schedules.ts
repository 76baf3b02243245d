import type { Stoppable } from '../composition/scope.ts'
import type { Time } from '../time.ts'
import { invokeTarget, sendToDeadLetters, type Targets } from './invoke-target.ts'
import type { StoredSchedule } from './schedule-store.ts'
import type { Schedules } from './schedules.ts'

/** Schedules that are invoked concurrently. */
const CONCURRENCY = 20

const DEFAULT_RETRY_ATTEMPTS = 185
const DEFAULT_EVENT_AGE_SECONDS = 86_400

const LONGEST_BACK_OFF_MILLISECONDS = 60_000

/** How long to wait after a failed read or write of the schedules. */
const ERROR_PAUSE_MILLISECONDS = 1000

export interface RunOptions {
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
