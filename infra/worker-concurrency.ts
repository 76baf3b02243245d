/** Smallest maximum concurrency that AWS accepts for the event source mapping of a queue. */
export const LEAST_CONCURRENCY = 2
/** Concurrent executions of one mapping in provisioned mode. Maximum concurrency ends at 1,000. */
export const MOST_CONCURRENCY = 20_000
/** With a smaller account quota, busy workers may leave less than 30 % of it. */
export const LEAST_QUOTA = 20

/** Concurrent batches of each worker if the account's quota is large enough. */
const FULL = {
  deliver: 50,
  answer: 20,
  // A check takes milliseconds. 100 concurrent checks are more than EventBridge Scheduler sends.
  window: 10,
  // 50 concurrent steps. Each replay takes one step per second. More would slow down live deliveries at the table.
  replay: 5,
  // A file takes one or two seconds. This is enough for the uploads of a busy hour.
  extract: 10,
} as const

/** Concurrent conversations of proofs. Each takes minutes, and no customer waits for it. */
const FULL_PROVE = 5
/** What the other workers leave for them: their minimum, and one because the others are rounded up to theirs. */
const KEPT_FOR_PROOFS = LEAST_CONCURRENCY + 1

/**
 * Batches of attempts at slow endpoints, as a share of those at the others. They have less to do, and one of them waits ten seconds
 * for each delivery to an endpoint that does not respond.
 */
const SLOW_SHARE = 1 / 2

export type WorkerConcurrency = Readonly<Record<keyof typeof FULL | 'deliverSlow' | 'prove', number>>

export interface ConcurrencySettings {
  readonly accountConcurrency: number
  readonly ingressReservedConcurrency: number
  readonly deliverMaximumConcurrency?: number
  readonly answerMaximumConcurrency?: number
}

/**
 * Returns the maximum number of concurrent batches of each worker. With a quota of 50 or more, all workers together get at most half of
 * it. The other half remains for the ingress, the relay and the APIs. With a small quota, all maxima except
 * configured ones are scaled down, but not below 2, which AWS requires. Attempts at slow endpoints get half of the batches of the
 * others, or what these leave. Proofs get what remains then.
 */
export function workerConcurrency(settings: ConcurrencySettings): WorkerConcurrency {
  const others = withoutSlow(settings)
  const left = settings.accountConcurrency - settings.ingressReservedConcurrency - sum(others)
  const wanted = Math.floor(others.deliver * SLOW_SHARE)
  const deliverSlow = Math.max(LEAST_CONCURRENCY, Math.min(wanted, left))
  const half = Math.floor((settings.accountConcurrency - settings.ingressReservedConcurrency) / 2)
  const prove = Math.max(LEAST_CONCURRENCY, Math.min(FULL_PROVE, half - sum({ ...others, deliverSlow })))
  return { ...others, deliverSlow, prove }
}

function withoutSlow(settings: ConcurrencySettings): Omit<WorkerConcurrency, 'deliverSlow' | 'prove'> {
  const { accountConcurrency, ingressReservedConcurrency } = settings
  const { deliverMaximumConcurrency: deliver, answerMaximumConcurrency: answer } = settings
  const chosen = (deliver ?? 0) + (answer ?? 0)
  const available = Math.floor((accountConcurrency - ingressReservedConcurrency) / 2) - chosen - KEPT_FOR_PROOFS
  const full = sum({
    ...FULL,
    deliver: deliver ? 0 : FULL.deliver * (1 + SLOW_SHARE),
    ...(answer && { answer: 0 }),
  })
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

/** Concurrent executions that AWS keeps for functions without reserved concurrency. */
export const LEAST_UNRESERVED = 100

/**
 * Returns the concurrency that is reserved for the ingress unless the settings have one: a fifth of the account's quota, or what
 * AWS and the configured workers leave. Without a reserve, the other functions can use all executions, and the provider's messages
 * wait for its next try.
 */
export function defaultReserve(settings: Omit<ConcurrencySettings, 'ingressReservedConcurrency'>): number {
  const { accountConcurrency } = settings
  const workers = sum(withoutSlow({ ...settings, ingressReservedConcurrency: 0 }))
  return Math.max(
    0,
    Math.min(Math.floor(accountConcurrency / 5), accountConcurrency - LEAST_UNRESERVED, accountConcurrency - workers),
  )
}

/**
 * Returns whether the workers' maxima and the ingress's reserved concurrency fit into the account's quota. Attempts at slow endpoints
 * and proofs get what remains; with the smallest quota, their minimum exceeds it.
 */
export function fitsQuota(settings: ConcurrencySettings): boolean {
  return sum(withoutSlow(settings)) + settings.ingressReservedConcurrency <= settings.accountConcurrency
}

function sum(maxima: Readonly<Record<string, number>>): number {
  return Object.values(maxima).reduce((total, maximum) => total + maximum, 0)
}
