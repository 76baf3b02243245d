/** The facts of the service's design on which its limits depend. */
export interface Design {
  /** Whether a delivery that waits for its retry is in flight in its queue. Otherwise it is a delayed message. */
  readonly retriesInFlight: boolean
  /** The fair-queue group of a delivery's message. */
  readonly fairnessGroup: 'webhook' | 'organization'
  /** Whether endpoints that were slow have a queue and workers of their own. */
  readonly slowApart: boolean
  /** Most partitions of one webhook's deliveries. */
  readonly webhookShards: number
  /** Most leases of an organisation's turn slots in one item. */
  readonly slotLeases: number
  /** How long the ingress retries a throttled write before the provider has to repeat the message. */
  readonly ingressDeadlineSeconds: number
  /** Whether executions are reserved for the ingress. */
  readonly ingressReserved: boolean
  /** Which windows have schedules: all, or those of a route with a webhook that subscribes to window events. */
  readonly armedWindows: 'all' | 'watched'
  /** The plaintexts of secrets that an execution environment caches. `seconds`: when each expires. */
  readonly secretCache: {
    /** Whether one data key opens the secrets of all webhooks. Otherwise KMS decrypts each. */
    readonly sealed: boolean
    readonly entries: number
    readonly seconds: number
    readonly whenFull: 'empty' | 'evict'
  }
  /** Output tokens that a model call reserves in the model's quota. */
  readonly reservedOutputTokens: number
}

/** What one customer did to the rest before its limits were built. */
export const BEFORE: Design = {
  retriesInFlight: true,
  fairnessGroup: 'webhook',
  slowApart: false,
  webhookShards: 1,
  slotLeases: Number.POSITIVE_INFINITY,
  ingressDeadlineSeconds: 8,
  ingressReserved: false,
  armedWindows: 'all',
  secretCache: { sealed: false, entries: 1000, seconds: Number.POSITIVE_INFINITY, whenFull: 'empty' },
  reservedOutputTokens: 64_000,
}

export const AFTER: Design = {
  retriesInFlight: false,
  fairnessGroup: 'organization',
  slowApart: true,
  webhookShards: 16,
  slotLeases: 16,
  ingressDeadlineSeconds: 1,
  ingressReserved: true,
  armedWindows: 'watched',
  secretCache: { sealed: true, entries: 10_000, seconds: 3600, whenFull: 'evict' },
  reservedOutputTokens: 2000,
}

/** What groups alone do. */
export const GROUPED: Design = { ...AFTER, slowApart: false }

export const DESIGNS = { before: BEFORE, grouped: GROUPED, after: AFTER } as const
