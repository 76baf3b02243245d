import { createClient, type OperationResult } from '../../create-client.ts'
import { ApiError, ConnectionError, RateLimitError } from '../../errors.ts'
import type { Timing } from '../../timing.ts'
import { type ApiOptions, reasonOf } from '../api-options.ts'
import type { Io } from '../io.ts'
import { clockTime } from './line.ts'

export type Webhook = OperationResult<'webhooks/get'>
export type Delivery = OperationResult<'webhook-deliveries/get'>
type DeliveriesPage = OperationResult<'webhook-deliveries/list'>

/** The largest page. An organisation has at most 50 webhooks. */
const LIMIT = 100
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** An error that a single delivery causes is repeated this often. It must not stop the others. */
const MAX_DELIVERY_FAILURES = 5
const isTemporary = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

/** Returns whether the API failed itself, unlike a gateway that does not reach it. */
export function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 500
}

/** The calls of a run. Those that follow deliveries are paced, and repeated until the API responds. */
export function createApi(options: ApiOptions, { out, signal, timing }: Pick<Io, 'out' | 'signal' | 'timing'>) {
  const client = createClient({ ...options, retries: 0 })
  const pace = createPace(timing)
  const call = { signal }
  const say = (text: string) => out(`${clockTime(timing.now())}  ${text}`)

  /**
   * Repeats a request until the API responds. Says once that it does not respond, and once that it responds again.
   * Throws an error of status 500 after `maxFailures`.
   */
  async function patiently<Result>(request: () => Promise<Result>, maxFailures = Infinity): Promise<Result> {
    for (let failures = 0; ; failures++) {
      await pace(signal)
      try {
        const result = await request()
        if (failures > 0) say('The API responds again.')
        return result
      } catch (error) {
        if (error instanceof RateLimitError) {
          say(`The rate limit of the API key is reached. Waiting ${error.retryAfterSeconds} seconds.`)
          await timing.sleep(error.retryAfterSeconds * 1000, signal)
        } else if (isTemporary(error) && !(failures >= maxFailures && isServerError(error))) {
          if (failures === 0) say(`The API does not respond (${reasonOf(error)}). Trying again until it does.`)
          await timing.sleep(Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS), signal)
        } else throw error
      }
    }
  }

  return {
    getWebhook: (id: string): Promise<Webhook> => client.webhooks.get(id, call),
    listWebhooks: async (): Promise<Webhook[]> => (await client.webhooks.list({ limit: LIMIT }, call)).results,
    /** Retried with the same idempotency key, so that there is one copy. */
    replay: (id: string) => client.webhookDeliveries.replay(id, { ...call, retries: 3 }),
    getDelivery: (id: string): Promise<Delivery> =>
      patiently(() => client.webhookDeliveries.get(id, call), MAX_DELIVERY_FAILURES),
    /** Returns a page of the deliveries since `since` in milliseconds, newest event first. */
    listDeliveries: (webhookId: string, since: number, cursor: string | undefined): Promise<DeliveriesPage> => {
      const query = { webhookId, since: new Date(since).toISOString(), limit: LIMIT, cursor, details: 'true' as const }
      return patiently(() => client.webhookDeliveries.list(query, call))
    },
  }
}

export type Api = ReturnType<typeof createApi>

/** 60 a minute. The rest of the API's 100 requests a minute is for the developer's own requests with the same key. */
const REQUESTS_PER_SECOND = 1
/** Requests that may follow each other at once after a pause. */
const BURST = 5

/** Returns a function that waits until the next request to the API may be sent. */
export function createPace({ now, sleep }: Timing): (signal: AbortSignal) => Promise<void> {
  let tokens = BURST
  let countedAt = now()
  return async (signal) => {
    const time = now()
    tokens = Math.min(BURST, tokens + ((time - countedAt) / 1000) * REQUESTS_PER_SECOND) - 1
    countedAt = time
    if (tokens < 0) await sleep((-tokens / REQUESTS_PER_SECOND) * 1000, signal)
  }
}
