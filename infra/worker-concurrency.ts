/** AWS accepts no smaller maximum for the event source mapping of a queue. */
export const LEAST_CONCURRENCY = 2
/** With a smaller quota of the account, less than half of it may be left when all workers are busy. */
export const LEAST_QUOTA = 20

/** Batches of each worker that may run at the same time where the account's quota has room for them. */
const FULL = {
  deliver: 50,
  answer: 20,
  // A check takes milliseconds: these hundred at once are more than EventBridge Scheduler sends by itself.
  window: 10,
  // Fifty steps at once, of replays that make one a second each: more would press on the live deliveries' table.
  replay: 5,
  // A read takes a second or two: these are more than the uploads of a busy hour.
  extract: 10,
} as const

export type WorkerConcurrency = Readonly<Record<keyof typeof FULL, number>>

/** The settings that decide how many executions workers may take. */
export interface ConcurrencySettings {
  readonly accountConcurrency: number
  readonly ingressReservedConcurrency: number
  readonly deliverMaximumConcurrency?: number
  readonly answerMaximumConcurrency?: number
}

/**
 * Returns how many batches of each worker may run at the same time. All workers together get at most half of what is not
 * reserved, so that the ingress, the relay and the APIs have the other half. With a small quota all maxima shrink alike, except
 * those that the settings choose, but none below 2, which AWS requires.
 */
export function workerConcurrency(settings: ConcurrencySettings): WorkerConcurrency {
  const { accountConcurrency, ingressReservedConcurrency } = settings
  const { deliverMaximumConcurrency: deliver, answerMaximumConcurrency: answer } = settings
  const chosen = (deliver ?? 0) + (answer ?? 0)
  const available = Math.floor((accountConcurrency - ingressReservedConcurrency) / 2) - chosen
  const full = sum({ ...FULL, ...(deliver && { deliver: 0 }), ...(answer && { answer: 0 }) })
  const scale = Math.min(1, available / full)
  const scaled = (maximum: number) => Math.max(LEAST_CONCURRENCY, Math.floor(maximum * scale))
  return {
    deliver: deliver ?? scaled(FULL.deliver),
    answer: answer ?? scaled(FULL.answer),
    window: scaled(FULL.window),
    replay: scaled(FULL.replay),
    extract: scaled(FULL.extract),
  }
}

/** Whether the account's quota holds the workers' maxima and what is reserved for the ingress. */
export function fitsQuota(settings: ConcurrencySettings): boolean {
  return sum(workerConcurrency(settings)) + settings.ingressReservedConcurrency <= settings.accountConcurrency
}

function sum(maxima: Readonly<Record<string, number>>): number {
  return Object.values(maxima).reduce((total, maximum) => total + maximum, 0)
}
