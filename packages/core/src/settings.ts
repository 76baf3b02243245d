import * as v from 'valibot'

const Seconds = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))

/** Everything a function may be told by its environment. What a function has no grant for is absent. */
const Environment = v.object({
  TABLE_NAME: v.string(),
  STAGE: v.optional(v.string(), 'local'),
  KEY_ARN: v.optional(v.string(), ''),
  DELIVERIES_QUEUE_URL: v.optional(v.string(), ''),
  BUCKET_NAME: v.optional(v.string(), ''),
  /** Absolute URLs in answers and payloads begin with it; no slash at the end. */
  PUBLIC_BASE_URL: v.optional(v.string(), ''),
  USAGE_PLAN_ID: v.optional(v.string(), ''),
  /** Seconds to wait after each failed attempt; its length is the number of retries. */
  RETRY_DELAYS_SECONDS: v.pipe(
    v.optional(v.string(), '10,30,90'),
    v.transform((list) => list.split(',').map(Number)),
    v.array(v.pipe(v.number(), v.minValue(0))),
  ),
  SERVICE_WINDOW_SECONDS: v.optional(Seconds, '86400'),
  /** Whether deliveries may go to private addresses: only ever `true` on a laptop. */
  ALLOW_PRIVATE_DESTINATIONS: v.pipe(
    v.optional(v.picklist(['true', 'false']), 'false'),
    v.transform((text) => text === 'true'),
  ),
})

/** The one place that reads `process.env`. */
export const settings = v.parse(Environment, process.env)
