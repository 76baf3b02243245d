import * as v from 'valibot'

const Whole = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))
const Delays = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map(Number)),
  v.array(v.pipe(v.number(), v.minValue(0))),
)

/** A JSON object of texts. */
const Texts = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

const flag = (unset: 'true' | 'false') =>
  v.pipe(
    v.optional(v.picklist(['true', 'false']), unset),
    v.transform((text) => text === 'true'),
  )

/** Everything a function may be told by its environment. Infra gives a function those that its code reads. */
const Environment = v.object({
  TABLE_NAME: v.string(),
  /** The name of the deployment; `local` on a laptop, where some protections are off. */
  STAGE: v.string(),
  /** What is written to the log (`log-level.ts`): any text, because a wrong one must not stop a function. */
  LOG_LEVEL: v.optional(v.string()),
  AWS_LAMBDA_LOG_LEVEL: v.optional(v.string()),
  KEY_ARN: v.string(),
  DELIVERIES_QUEUE_URL: v.string(),
  DOCUMENTS_QUEUE_URL: v.string(),
  TURNS_QUEUE_URL: v.string(),
  /** Messages of the function's queue that may be in work at a time for one organisation, and how long each may take. */
  ORGANIZATION_SLOTS: v.optional(Whole, '1'),
  SLOT_LEASE_SECONDS: v.optional(Whole, '900'),
  /** Every queue, for operators: URLs by the names that the runbook has for them. */
  WORK_QUEUE_URLS: Texts,
  DEAD_LETTER_QUEUE_URLS: Texts,
  /** How the names of the service's alarms begin. */
  ALARM_PREFIX: v.string(),
  BUCKET_NAME: v.string(),
  /** Absolute URLs in answers and payloads begin with it; no slash at the end. */
  PUBLIC_BASE_URL: v.string(),
  /** Where the dashboard is, where it has a domain of its own; no slash at the end. */
  DASHBOARD_URL: v.optional(v.string()),
  USAGE_PLAN_ID: v.string(),
  /** The user pool of the dashboard, and its client: the web app. */
  USER_POOL_ID: v.string(),
  USER_POOL_CLIENT_ID: v.string(),
  /** Whether anybody may create an account for the dashboard. */
  SELF_SIGN_UP: flag('false'),
  /** Whether operators must sign in with a code of an authenticator app. */
  REQUIRE_OPERATOR_MFA: flag('true'),
  /** Requests that a user of the dashboard may make in a minute. */
  DASHBOARD_REQUESTS_PER_MINUTE: v.optional(Whole, '600'),
  /** Seconds to wait after each failed attempt; its length is the number of retries. */
  RETRY_DELAYS_SECONDS: v.optional(Delays, '10,30,90'),
  /** Likewise, when a model does not answer. */
  MODEL_RETRY_DELAYS_SECONDS: v.optional(Delays, '5,15,60'),
  SERVICE_WINDOW_SECONDS: v.optional(Whole, '86400'),
  /** How long before the end of the window the `expiring` event is sent. */
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: v.optional(Whole, '3600'),
  /** EventBridge Scheduler: the group of schedules, with which role they send to which queue, and where failures go. */
  SCHEDULE_GROUP: v.string(),
  SCHEDULE_ROLE_ARN: v.string(),
  SCHEDULE_TARGET_ARN: v.string(),
  SCHEDULE_DEAD_LETTERS_ARN: v.string(),
  /** Amazon Bedrock's models where no server of models is set up. */
  BEDROCK_MODEL_ID: v.optional(v.string()),
  BEDROCK_IMAGE_MODEL_ID: v.optional(v.string()),
  /** Where AWS is when it is not AWS itself, for what is no client of its SDK. */
  AWS_ENDPOINT_URL: v.optional(v.string()),
  /** Whether deliveries may go to private addresses: only ever `true` on a laptop. */
  ALLOW_PRIVATE_DESTINATIONS: flag('false'),
})

/**
 * The one place that reads `process.env`: each setting at each use, so that any module can be imported without an environment. An
 * empty variable equals a missing one.
 * @throws Error that names the variable if it is missing and required, or is invalid
 */
export const settings: Readonly<v.InferOutput<typeof Environment>> = Object.create(null)
for (const [name, schema] of Object.entries(Environment.entries))
  Object.defineProperty(settings, name, { get: () => readSetting(name, schema) })

function readSetting(name: string, schema: v.GenericSchema<string | undefined, unknown>): unknown {
  const text = process.env[name] || undefined
  const { success, output, issues } = v.safeParse(schema, text)
  if (success) return output
  if (text !== undefined) throw new Error(`Invalid environment variable ${name}. ${issues[0].message}`)
  throw new Error(`Missing environment variable ${name}. Set it for this function in infra, or for this process.`)
}
