import { BEDROCK_MODEL_ID } from '@messaging/contract/llm-models.ts'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as v from 'valibot'
import { domainProblems, domainSettings } from './domain-settings.ts'
import { fitsQuota, LEAST_CONCURRENCY } from './worker-concurrency.ts'

/** SQS keeps a message invisible for at most 12 hours from its receipt; the attempt itself needs a little of them. */
const MAX_RETRY_DELAY_SECONDS = 43_000

/** Concurrent executions that AWS keeps for functions without a reserve. */
const LEAST_UNRESERVED = 100

/** The command line passes context values as strings (`-c burst=50`), cdk.json as JSON. */
const fromText = <const S extends v.GenericSchema<unknown>>(schema: S) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? parseText(value) : value)),
    schema,
  )

function parseText(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() === '' ? value : Number(value)
}

const count = (minimum: number, maximum: number) =>
  fromText(v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum)))
const flag = fromText(v.boolean())

const Delays = v.pipe(
  v.string(),
  v.regex(/^\d+(,\d+)*$/, 'expected seconds separated by commas, such as "10,30,90"'),
  v.transform((value) => value.split(',').map(Number)),
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_RETRY_DELAY_SECONDS))),
  v.maxLength(10),
)

const BedrockModel = v.pipe(
  v.string(),
  v.regex(BEDROCK_MODEL_ID, 'expected an id of Amazon Bedrock, such as "amazon.nova-lite-v1:0"'),
)

const Settings = v.pipe(
  v.object({
    /** Names the deployment: part of the stacks' names, and API Gateway's stage. */
    stage: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/, 'expected up to 20 of a-z, 0-9 and -, a letter first')),
      'prod',
    ),
    /** Where clients find the API, without a slash at the end; `''` means API Gateway's own URL. */
    publicBaseUrl: v.optional(
      v.pipe(
        v.string(),
        v.check((value) => value === '' || URL.canParse(value), 'expected a URL'),
        v.check((value) => !value.endsWith('/'), 'expected a URL that does not end in a slash'),
      ),
      '',
    ),
    /** Seconds to wait after each failed delivery attempt; their number is the number of retries. */
    retryDelaysSeconds: v.optional(Delays, '10,30,90'),
    serviceWindowSeconds: v.optional(count(1, 2_592_000), 86_400),
    /** How long before the end of the window the `expiring` event is sent. */
    serviceWindowExpiringLeadSeconds: v.optional(count(0, 2_592_000), 3_600),
    /** Requests that one API key may make per minute in the long run. */
    rateLimitPerMinute: v.optional(count(1, 600_000), 100),
    /** Requests that one API key may make at once. */
    burst: v.optional(count(1, 5_000), 100),
    /** Requests per second that the whole API takes, so that it leaves some of the account's quota to others. */
    stageRateLimitPerSecond: v.optional(count(1, 10_000), 1_000),
    /** Requests that the whole API takes at once. */
    stageBurst: v.optional(count(1, 5_000), 2_000),
    /** Requests that a user of the dashboard may make in a minute; reads are counted by sampling. */
    dashboardRequestsPerMinute: v.optional(count(1, 600_000), 600),
    logRetentionDays: v.optional(fromText(v.enum(RetentionDays)), RetentionDays.ONE_MONTH),
    /**
     * Whether Lambda logs invocations that succeed, with their durations and memory: about 800 bytes for each, more than all
     * other lines of a message.
     */
    lambdaInvocationLogs: v.optional(flag, false),
    /** Whether webhooks may point at private addresses. Only a laptop may want that. */
    allowPrivateDestinations: v.optional(flag, false),
    /** Whether anybody may make an account for the dashboard; otherwise operators make them. */
    selfSignUp: v.optional(flag, false),
    /** Whether operators must sign in with a code of an authenticator app to see or change anything of the whole service. */
    requireOperatorMfa: v.optional(flag, true),
    /** Whether the service's own key, instead of AWS's, encrypts table and buckets. */
    customerManagedEncryption: v.optional(flag, false),
    /** The account's quota of concurrent executions of Lambda. The maxima of the workers are scaled to it. */
    accountConcurrency: v.optional(count(10, 1_000_000), 1_000),
    /** Batches of ten delivery attempts that may run at the same time. @default 50, or less with a small quota */
    deliverMaximumConcurrency: v.optional(count(LEAST_CONCURRENCY, 1_000)),
    /**
     * Executions that are reserved for the ingress, so that nothing else can take them all. It never gets more than these. 0
     * reserves none. AWS refuses a reserve that leaves less than 100 to the others.
     */
    ingressReservedConcurrency: v.optional(count(0, 1_000_000), 0),
    /**
     * Turns of agents that may run at the same time; one organisation may have a quarter of them.
     * @default 20, or less with a small quota
     */
    answerMaximumConcurrency: v.optional(count(LEAST_CONCURRENCY, 1_000)),
    /** Seconds to wait before a model that does not answer is asked again; their number is how often. */
    modelRetryDelaysSeconds: v.optional(Delays, '5,15,60'),
    /**
     * Answers for agents where no other server of models is set up. The default is Amazon's own: it needs no subscription and no
     * form, and its global profile is reached from many regions.
     */
    bedrockModelId: v.optional(BedrockModel, 'global.amazon.nova-2-lite-v1:0'),
    /** Makes pictures where no other server of models is set up; `''` means nobody does. Few regions have any. */
    bedrockImageModelId: v.optional(v.union([v.literal(''), BedrockModel]), ''),
    /** Who is told of alarms by mail; `''` means nobody. Whoever it is has to confirm it once. */
    alarmEmail: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.email('expected an address'))]), ''),
    /**
     * Address from which Cognito sends its mails, by Amazon SES, where its domain must be verified in the same region; `''` means
     * Cognito's own, which sends fifty a day.
     */
    mailFrom: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.email('expected an address'))]), ''),
    /** Whether to set the role with which API Gateway writes logs. It is one per account and region. */
    manageApiGatewayAccount: v.optional(flag, true),
    ...domainSettings,
  }),
  v.forward(
    v.check(
      ({ allowPrivateDestinations, stage }) => !allowPrivateDestinations || stage === 'local',
      'is only accepted in stage "local": elsewhere webhooks could reach into the private network',
    ),
    ['allowPrivateDestinations'],
  ),
  v.forward(
    v.check(
      (settings) => settings.serviceWindowExpiringLeadSeconds < settings.serviceWindowSeconds,
      'must be shorter than serviceWindowSeconds',
    ),
    ['serviceWindowExpiringLeadSeconds'],
  ),
  v.forward(
    v.check(
      ({ accountConcurrency, ingressReservedConcurrency }) =>
        ingressReservedConcurrency === 0 || ingressReservedConcurrency + LEAST_UNRESERVED <= accountConcurrency,
      `must leave ${LEAST_UNRESERVED} of accountConcurrency, the account's quota, to other functions: AWS refuses it otherwise`,
    ),
    ['ingressReservedConcurrency'],
  ),
  v.forward(
    v.check(
      (settings) => fitsQuota(settings),
      'must hold deliverMaximumConcurrency, answerMaximumConcurrency, ingressReservedConcurrency and at least 2 for each other worker',
    ),
    ['accountConcurrency'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    for (const { key, message } of domainProblems(input))
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] })
  }),
  v.readonly(),
)

/** What a deployment can choose, by CDK context. */
export type Settings = v.InferOutput<typeof Settings>

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.pipe[0].entries)

/** Values of each stage, so that every deployment of it is given the same: `{"stages": {"prod": {"alarmEmail": "…"}}}`. */
const Stages = v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {})

/**
 * Returns the settings of CDK context, defaults filled in. A value by its name (`-c name=value`) wins over the stage's own in `stages`.
 * @throws Error that names each value which is not acceptable
 */
export function readSettings(context: (key: string) => unknown): Settings {
  const stages = v.safeParse(Stages, context('stages'))
  if (!stages.success) throw refusal(['  stages: expected an object of stages, each with its values by name'])
  const ofStage = stages.output[String(context('stage') ?? 'prod')] ?? {}
  const unknown = Object.keys(ofStage).filter((name) => !SETTING_NAMES.includes(name))
  if (unknown.length > 0) throw refusal(unknown.map((name) => `  stages: there is no setting ${name}`))
  const given = SETTING_NAMES.map((name) => [name, context(name) ?? ofStage[name]]).filter(
    ([, value]) => value !== undefined,
  )
  const result = v.safeParse(Settings, Object.fromEntries(given))
  if (result.success) return result.output
  throw refusal(result.issues.map((issue) => `  ${v.getDotPath(issue)}: ${issue.message}`))
}

function refusal(problems: readonly string[]): Error {
  return new Error(`These context values are not acceptable:\n${problems.join('\n')}`)
}
