import { DEFAULT_DAYS } from '@replywright/contract/retention.ts'
import * as v from 'valibot'
import { InternalError } from './errors.ts'

const List = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').filter((item) => item !== '')),
)

const WholeNumber = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))
const Delays = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map(Number)),
  v.array(v.pipe(v.number(), v.minValue(0))),
)

const Words = v.pipe(
  v.string(),
  v.transform((list) =>
    list
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== ''),
  ),
)

/** A JSON object whose values are strings. */
const StringMap = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

const flag = (unset: 'true' | 'false') =>
  v.pipe(
    v.optional(v.picklist(['true', 'false']), unset),
    v.transform((text) => text === 'true'),
  )

/** Every environment variable that a function may have. Infra sets the ones that the function's code reads. */
const Environment = v.object({
  TABLE_NAME: v.string(),
  /** The name of the deployment; `local` on a developer's machine, where some protections are off. */
  STAGE: v.string(),
  /** The log level (`log/log.ts`). Any text is accepted, because an invalid value must not stop a function. */
  LOG_LEVEL: v.optional(v.string()),
  AWS_LAMBDA_LOG_LEVEL: v.optional(v.string()),
  /** Megabytes. Lambda sets it. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: v.optional(WholeNumber, '512'),
  /** The methods of the path as in the header `Allow`, for the function that API Gateway calls for any other method. */
  ALLOWED_METHODS: v.optional(v.string()),
  KEY_ARN: v.string(),
  DELIVERIES_QUEUE_URL: v.string(),
  SLOW_DELIVERIES_QUEUE_URL: v.string(),
  DOCUMENTS_QUEUE_URL: v.string(),
  TURNS_QUEUE_URL: v.string(),
  PROOFS_QUEUE_URL: v.string(),
  /** Messages of the function's queue that are processed at once for one organisation, and the lease of each. */
  ORGANIZATION_SLOTS: v.optional(WholeNumber, '1'),
  SLOT_LEASE_SECONDS: v.optional(WholeNumber, '900'),
  /** The URLs of all queues, by the names that the runbook uses. For operators. */
  WORK_QUEUE_URLS: StringMap,
  DEAD_LETTER_QUEUE_URLS: StringMap,
  /** The prefix of the names of the service's alarms. */
  ALARM_PREFIX: v.string(),
  BUCKET_NAME: v.string(),
  /** The URL of the ingress, for the canary. */
  INGRESS_URL: v.string(),
  /** The base of absolute URLs in responses and payloads, without a trailing slash. */
  PUBLIC_BASE_URL: v.string(),
  /** The base URL of the dashboard if it has its own domain, without a trailing slash. */
  DASHBOARD_URL: v.optional(v.string()),
  /** The sender of invitations and of mails about webhooks, through Amazon SES. Without it, no mails are sent. */
  MAIL_FROM: v.optional(v.string()),
  USAGE_PLAN_ID: v.string(),
  /** The user pool of the dashboard, and the client of the web app. */
  USER_POOL_ID: v.string(),
  USER_POOL_CLIENT_ID: v.string(),
  /** Whether users may create their own dashboard accounts. */
  SELF_SIGN_UP: flag('false'),
  /** Whether operators must sign in with a code from an authenticator app. */
  REQUIRE_OPERATOR_MFA: flag('true'),
  /** Requests per minute that a dashboard user may make. */
  DASHBOARD_REQUESTS_PER_MINUTE: v.optional(WholeNumber, '600'),
  /** The operation whose requests with API keys the function records. Without it, it records none. */
  REQUEST_LOG_OPERATION: v.optional(v.string()),
  /** Whether the service records requests with API keys, for the dashboard's list. */
  REQUEST_LOG: flag('false'),
  /** Calls per minute of all triggers of an organisation. */
  TRIGGERS_PER_MINUTE: v.optional(WholeNumber, '600'),
  /** The average requests per minute of one API key, and its burst: the limits of API Gateway's usage plan. */
  RATE_LIMIT_PER_MINUTE: WholeNumber,
  RATE_LIMIT_BURST: WholeNumber,
  /** Seconds to wait after each failed attempt; its length is the number of retries. */
  RETRY_DELAYS_SECONDS: v.optional(Delays, '10,30,90'),
  /** The same for a model that does not respond. */
  MODEL_RETRY_DELAYS_SECONDS: v.optional(Delays, '5,15,60'),
  /** Milliseconds after which the response of an endpoint is slow. */
  SLOW_RESPONSE_MILLISECONDS: v.optional(WholeNumber, '1000'),
  /** Retention in days of new messages with their files, and of new deliveries. */
  MESSAGE_DAYS: v.optional(WholeNumber, `${DEFAULT_DAYS.messageDays}`),
  DELIVERY_DAYS: v.optional(WholeNumber, `${DEFAULT_DAYS.deliveryDays}`),
  /** Messages with which a customer refuses marketing, separated by commas. */
  OPT_OUT_WORDS: v.optional(Words, ''),
  /** Seconds that the erasure of a customer waits for running turns. */
  ERASURE_PAUSE_SECONDS: v.optional(WholeNumber, '120'),
  /** The tokens that a model may generate in one call. */
  MODEL_MAX_OUTPUT_TOKENS: v.optional(WholeNumber, '2000'),
  /** The estimated tokens of earlier messages and tool calls that a model reads. */
  MODEL_HISTORY_TOKENS: v.optional(WholeNumber, '8000'),
  /** What checks the texts of agents with thresholds: `bedrock`, or `''` for nothing. */
  GUARDRAILS: v.optional(v.picklist(['bedrock', '']), ''),
  /** Prices of models that are not built in, as JSON (`prices.ts`). */
  MODEL_PRICES: v.optional(v.string()),
  /** What the messaging provider charges for messages, as JSON (`rate-card.ts`). */
  RATE_CARD: v.optional(v.string()),
  /** How long throttled calls of the table are retried. @default `retry-contention.ts` */
  THROTTLED_DEADLINE_MILLISECONDS: v.optional(WholeNumber),
  SERVICE_WINDOW_SECONDS: v.optional(WholeNumber, '86400'),
  /** Seconds before the end of the window at which the `expiring` event is sent. */
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: v.optional(WholeNumber, '3600'),
  /** EventBridge Scheduler: the group of the schedules, their role, their target queue and their dead-letter queue. */
  SCHEDULE_GROUP: v.string(),
  SCHEDULE_ROLE_ARN: v.string(),
  SCHEDULE_TARGET_ARN: v.string(),
  SCHEDULE_DEAD_LETTERS_ARN: v.string(),
  /** Amazon Bedrock models, used if no model server is configured. */
  BEDROCK_MODEL_ID: v.optional(v.string()),
  BEDROCK_FALLBACK_MODEL_ID: v.optional(v.string()),
  BEDROCK_IMAGE_MODEL_ID: v.optional(v.string()),
  /** The model that embeds documents and the queries of searches, with the prefixes of `llmModel`. Without it there is no embedding. */
  EMBEDDING_MODEL: v.optional(v.string()),
  /** The model that reads pages of PDF files from their pictures, with the prefixes of `llmModel`. Without it none are read. */
  SCAN_MODEL: v.optional(v.string()),
  /** The most pages of a document that it reads. */
  SCAN_PAGES: v.optional(WholeNumber, '50'),
  /** The model that plays simulated customers and judges proofs, with the prefixes of `llmModel`. @default the deployment's */
  TEST_MODEL: v.optional(v.string()),
  /** The base URL of an OpenTelemetry collector; absent for none. */
  OTLP_ENDPOINT: v.optional(v.string()),
  /** The headers of requests to it: `name=value,…`, values percent-encoded. */
  OTLP_HEADERS: v.optional(v.string(), ''),
  /** Whether traces contain what customers, agents and tools wrote. */
  OTLP_CONTENT: flag('false'),
  /** The languages of Amazon Transcribe, separated by commas. `''`: the model server transcribes. */
  TRANSCRIBE_LANGUAGES: v.optional(v.string(), ''),
  /** The endpoint of the embedded cloud, for callers that do not use the AWS SDK. */
  AWS_ENDPOINT_URL: v.optional(v.string()),
  /** The ARNs of the event buses that webhooks may have instead of a URL, separated by commas. */
  EVENT_BUS_ARNS: v.optional(List, ''),
  /** Whether deliveries may go to private addresses; `true` only on a developer's machine. */
  ALLOW_PRIVATE_DESTINATIONS: flag('false'),
})

/**
 * The settings of this process. No other code reads `process.env`. A setting is read at each use, so that any module
 * can be imported without an environment. An empty variable counts as missing.
 * @throws Error that names the variable if it is missing and required, or is invalid
 */
export const settings: Readonly<v.InferOutput<typeof Environment>> = Object.create(null)
for (const [name, schema] of Object.entries(Environment.entries))
  Object.defineProperty(settings, name, { get: () => readSetting(name, schema) })

function readSetting(name: string, schema: v.GenericSchema<string | undefined, unknown>): unknown {
  const text = process.env[name] || undefined
  const { success, output, issues } = v.safeParse(schema, text)
  if (success) return output
  if (text !== undefined) throw new InternalError(`Invalid environment variable ${name}. ${issues[0].message}`)
  throw new InternalError(
    `Missing environment variable ${name}. Set it for this function in infra, or for this process.`,
  )
}
