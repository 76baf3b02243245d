import { stageProblem } from '@replywright/contract/listed-stages.ts'
import { BEDROCK_MODEL_ID } from '@replywright/contract/llm-models.ts'
import { DEFAULT_DAYS, MAX_DELIVERY_DAYS, MAX_MESSAGE_DAYS } from '@replywright/contract/retention.ts'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as v from 'valibot'
import { domainProblems, domainSettings } from './domain-settings.ts'
import { address, count, flag, fromText, platformProblems, platformSettings } from './platform-settings.ts'
import { expectation, problemLines, SettingsError } from './setting-problems.ts'
import {
  defaultReserve,
  fitsQuota,
  LEAST_CONCURRENCY,
  LEAST_UNRESERVED,
  MOST_CONCURRENCY,
} from './worker-concurrency.ts'

const webAclArn = (scope: string, place: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(
        new RegExp(`^arn:aws[\\w-]*:wafv2:${scope}/webacl/[\\w-]+/[\\w-]+$`),
        `expected the ARN of a web ACL of AWS WAF, ${place}`,
      ),
    ),
  )

/** Existing web ACLs. A deployment without them removes an ACL that was attached by hand. */
const webAclSettings = {
  /** The web ACL of the distribution. */
  siteWebAclArn: webAclArn('us-east-1:\\d{12}:global', 'in us-east-1 with the scope CLOUDFRONT'),
  /** The web ACL of both REST APIs. @default ours with `webAcl`, otherwise none */
  apiWebAclArn: webAclArn('[a-z0-9-]+:\\d{12}:regional', 'in the region of the deployment with the scope REGIONAL'),
}

/**
 * Retries of a turn wait by the visibility timeout of SQS, which is at most 12 hours from the receive. The turn itself needs some
 * of it. The delays of deliveries have the same limit.
 */
const MAX_RETRY_DELAY_SECONDS = 43_000

const Delays = v.pipe(
  v.string(),
  v.regex(/^\d+(,\d+)*$/, 'expected seconds separated by commas, such as "10,30,90"'),
  v.transform((value) => value.split(',').map(Number)),
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_RETRY_DELAY_SECONDS))),
  v.maxLength(10),
)

/** Amazon Transcribe identifies one of at least two languages, of each at most one dialect. */
const Languages = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}-[A-Z]{2}(,[a-z]{2,3}-[A-Z]{2})+$/, 'expected two or more languages, such as "en-US,es-US"'),
  v.check((list) => {
    const languages = list.split(',').map((code) => code.split('-')[0])
    return new Set(languages).size === languages.length
  }, 'expected one dialect of each language'),
)

const MODEL_EXPECTED = 'expected the name of a model: letters, digits and . / : _ -, at most 128'

const BedrockModel = v.pipe(
  v.string(),
  v.regex(BEDROCK_MODEL_ID, 'expected an id of Amazon Bedrock, such as "amazon.nova-lite-v1:0"'),
)

const ORGANIZATIONS_EXPECTED = 'expected a list of organisation ids, or "*" for all'
const BusOrganizations = v.union(
  [v.literal('*'), v.pipe(v.array(v.pipe(v.string(), v.uuid(ORGANIZATIONS_EXPECTED))), v.minLength(1))],
  ORGANIZATIONS_EXPECTED,
)

/**
 * The organisations that may use each bus, by its ARN. On the command line `<arn>=<id>+<id>,<arn>=*`; cdk.json may have an object of ARNs with a
 * list of ids or `*`.
 */
const EventBuses = v.pipe(
  v.union([
    v.pipe(
      v.string(),
      v.transform((text) =>
        Object.fromEntries(
          text
            .split(',')
            .filter((bus) => bus !== '')
            .map((bus) => {
              const [arn = '', organizations = ''] = bus.split('=')
              return [arn, organizations === '*' ? '*' : organizations.split('+')]
            }),
        ),
      ),
    ),
    v.looseObject({}),
  ]),
  v.record(
    v.pipe(
      v.string(),
      v.regex(
        /^arn:aws[\w-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w./-]{1,256}$/,
        'expected ARNs with their organisations, such as "arn:aws:events:eu-central-1:123456789012:event-bus/shop=*", separated by commas',
      ),
    ),
    BusOrganizations,
  ),
)

/** Returns the buses as functions read them from their environment: `<arn>=<id>+<id>,<arn>=*`. */
export function busesText(buses: v.InferOutput<typeof EventBuses>): string {
  return Object.entries(buses)
    .map(([arn, organizations]) => `${arn}=${organizations === '*' ? '*' : organizations.join('+')}`)
    .join(',')
}

const Usd = v.pipe(v.number(), v.minValue(0))
const ModelPrice = v.strictObject({
  input: Usd,
  output: Usd,
  cached: v.optional(Usd),
  written: v.optional(Usd),
  minute: v.optional(Usd),
})
const Day = v.pipe(v.string(), v.isoDate('expected a day such as 2026-10-01'))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const Word = v.pipe(v.string(), v.regex(/^[a-z_]{1,64}$/, 'expected a category such as service'))
/** Bills are whole micro-dollars. */
const MessageUsd = v.pipe(
  Usd,
  v.check((usd) => Math.abs(usd * 1e6 - Math.round(usd * 1e6)) < 1e-6, 'expected at most six decimal places'),
)
const RateCard = v.pipe(
  v.union([v.pipe(v.string(), v.parseJson()), v.looseObject({})]),
  v.strictObject({
    date: v.optional(Day),
    rates: v.optional(
      v.array(
        v.strictObject({
          country: v.pipe(v.string(), v.regex(/^([A-Z]{2}|\*)$/, 'expected a country such as BR, or *')),
          category: Word,
          from: Day,
          usd: MessageUsd,
          above: v.optional(Whole),
        }),
      ),
    ),
    free: v.optional(v.array(v.strictObject({ category: Word, from: Day, messages: Whole }))),
  }),
  v.transform((card) => JSON.stringify(card)),
)

/** JSON, from the command line as a string and from cdk.json as an object. */
const ModelPrices = v.pipe(
  v.union([v.pipe(v.string(), v.parseJson()), v.looseObject({})]),
  v.record(v.string(), ModelPrice),
  v.transform((prices) => JSON.stringify(prices)),
)

const Settings = v.pipe(
  v.object({
    /** Name of the deployment: part of the stacks' names, and API Gateway's stage. */
    stage: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/, 'expected up to 20 of a-z, 0-9 and -, a letter first')),
      'prod',
    ),
    /** The API's base URL, without a trailing slash. `''` means API Gateway's own URL. */
    publicBaseUrl: v.optional(
      v.pipe(
        v.string(),
        v.check((value) => value === '' || URL.canParse(value), 'expected a URL'),
        v.check((value) => !value.endsWith('/'), 'expected a URL that does not end in a slash'),
      ),
      '',
    ),
    /** The dashboard's URL in emails and links, without a trailing slash. @default the URL of `dashboardDomainName` */
    dashboardUrl: v.optional(
      v.pipe(
        v.string(),
        v.check((value) => /^https?:\/\/[\w.:-]+$/.test(value), 'expected a URL such as "https://console.example.com"'),
      ),
    ),
    /** Seconds to wait after each failed delivery attempt. The number of values is the number of retries. */
    retryDelaysSeconds: v.optional(Delays, '10,30,90'),
    /** Time after which a response is slow: the endpoint's deliveries get executions of their own. */
    slowResponseMilliseconds: v.optional(count(100, 10_000), 1_000),
    serviceWindowSeconds: v.optional(count(1, 2_592_000), 86_400),
    /** How long before the end of the window the `expiring` event is sent. */
    serviceWindowExpiringLeadSeconds: v.optional(count(0, 2_592_000), 3_600),
    /** How long the erasure of a customer waits for turns of agents. A turn runs for at most two minutes. */
    erasurePauseSeconds: v.optional(count(0, 600), 120),
    /** Messages with which a customer refuses marketing, separated by commas, in any case. */
    optOutWords: v.optional(v.pipe(v.string(), v.maxLength(500)), 'STOP'),
    /** How long the statistics of deliveries may be behind. Each webhook costs at most one write in this time. */
    statisticsDelaySeconds: v.optional(count(0, 300), 20),
    /** Average requests per minute of one API key. */
    rateLimitPerMinute: v.optional(count(1, 600_000), 100),
    /** Burst of one API key, in requests. */
    burst: v.optional(count(1, 5_000), 100),
    /** Requests per second of each route. The limit leaves part of the account's quota, which AWS raises on request, to other APIs. */
    stageRateLimitPerSecond: v.optional(count(1, 1_000_000), 1_000),
    /** Burst of each route, in requests. */
    stageBurst: v.optional(count(1, 1_000_000), 2_000),
    /** Requests per minute of a dashboard user. Reads are counted by sampling. */
    dashboardRequestsPerMinute: v.optional(count(1, 600_000), 600),
    /** Calls per minute of all triggers of an organisation. */
    triggersPerMinute: v.optional(count(1, 600_000), 600),
    /** Whether requests with API keys are recorded for 30 days, for the dashboard. Each costs one write unit. */
    requestLog: v.optional(flag, false),
    /** Retention of messages and their files. A change applies to new messages, and to all files. */
    messageDays: v.optional(count(1, MAX_MESSAGE_DAYS), DEFAULT_DAYS.messageDays),
    /** Retention of new deliveries. Statistics and replays cover 30 days. */
    deliveryDays: v.optional(count(1, MAX_DELIVERY_DAYS), DEFAULT_DAYS.deliveryDays),
    logRetentionDays: v.optional(fromText(v.enum(RetentionDays)), RetentionDays.ONE_MONTH),
    /** Whether Lambda logs duration and memory of each success: about 800 bytes, more than a message's other lines. */
    lambdaInvocationLogs: v.optional(flag, false),
    /** Whether webhooks may point to private addresses. Accepted in stage `local` only. */
    allowPrivateDestinations: v.optional(flag, false),
    /** The Amazon EventBridge buses, of any account, that webhooks may send to instead of a URL, and whose webhooks. */
    eventBusArns: v.optional(EventBuses, ''),
    /** Whether users may create their own dashboard accounts. Otherwise operators create them. */
    selfSignUp: v.optional(flag, false),
    /** Whether operators must sign in with a code of an authenticator app to use the operator functions. */
    requireOperatorMfa: v.optional(flag, true),
    /** Whether the service's own key, instead of AWS's, encrypts table and buckets. */
    customerManagedEncryption: v.optional(flag, false),
    /** The account's Lambda quota of concurrent executions. The maximum concurrency of the workers is scaled to it. */
    accountConcurrency: v.optional(count(10, 1_000_000), 1_000),
    /** Concurrent batches of ten delivery attempts; slow endpoints get half as many more. @default 50, or less */
    deliverMaximumConcurrency: v.optional(count(LEAST_CONCURRENCY, MOST_CONCURRENCY)),
    /**
     * Reserved and maximum concurrency of the ingress; 0 reserves none. AWS requires that 100 remain for others.
     * @default a fifth of `accountConcurrency`, or less if the workers need it
     */
    ingressReservedConcurrency: v.optional(count(0, 1_000_000)),
    /** Concurrent turns of agents, a quarter per organisation at most. @default 20, or less with a small quota */
    answerMaximumConcurrency: v.optional(count(LEAST_CONCURRENCY, MOST_CONCURRENCY)),
    /** Seconds to wait before each retry of a failed model call. The number of values is the number of retries. */
    modelRetryDelaysSeconds: v.optional(Delays, '5,15,60'),
    /** Tokens that a model may generate in one call, with its reasoning. Amazon Bedrock reserves them in its quota. */
    modelMaxOutputTokens: v.optional(count(100, 1_000_000), 2_000),
    /**
     * The quota of the account for `bedrockModelId`, in tokens a minute: an alarm begins at 80 % of it. The default is that of the default
     * model. New accounts have less.
     */
    modelTokensPerMinute: v.optional(count(1_000, 1_000_000_000), 8_000_000),
    /** The quota of the account for schedules of EventBridge Scheduler: an alarm begins at 80 % of it. */
    scheduleQuota: v.optional(count(1_000, 100_000_000_000), 10_000_000),
    /** Tokens of earlier messages and tool calls that a model reads, estimated by their bytes. */
    modelHistoryTokens: v.optional(count(0, 1_000_000), 8_000),
    /** Prices of models in USD for a million tokens, by model, as JSON: `{"m": {"input": 1, "output": 5, "cached": 0.1}}`. */
    modelPrices: v.optional(ModelPrices, '{}'),
    /** What the messaging provider charges for messages, as JSON: `rate-card.ts` has the built-in rates. */
    rateCard: v.optional(RateCard, '{}'),
    /** The model of agents if no model server is configured. `''`: the default of the region (`DEFAULT_MODELS`). */
    bedrockModelId: v.optional(v.union([v.literal(''), BedrockModel]), ''),
    /** The model that is called while an agent's model is down, if no model server is configured. `''` means none. */
    bedrockFallbackModelId: v.optional(v.union([v.literal(''), BedrockModel]), ''),
    /** The model for images if no model server is configured. `''` means none. Few regions have one. */
    bedrockImageModelId: v.optional(v.union([v.literal(''), BedrockModel]), ''),
    /**
     * The model that embeds documents and the queries of searches: `bedrock:<model id>`, or a model of the model server. `''` means none:
     * documents are found by their words only.
     */
    embeddingModel: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(/^[\w./:-]{1,128}$/, MODEL_EXPECTED))]),
      '',
    ),
    /**
     * The model that reads pages of PDF files that are pictures: `bedrock:<model id>`, or a model of the model server. It must understand
     * pictures. `''` means none: such pages are not read.
     */
    scanModel: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(/^[\w./:-]{1,128}$/, MODEL_EXPECTED))]),
      '',
    ),
    /** The most pages of a document that it reads. */
    scanPages: v.optional(count(1, 150), 50),
    /**
     * The model that plays simulated customers and judges proofs: `bedrock:<model id>`, or a model of the model server. `''`: that of the
     * deployment.
     */
    testModel: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(/^[\w./:-]{1,128}$/, MODEL_EXPECTED))]),
      '',
    ),
    /**
     * The base URL of an OpenTelemetry collector that accepts OTLP over HTTP. The URL has no credentials. Traces of messages are sent to it. `''`: none,
     * and nothing of it is loaded.
     */
    otlpEndpoint: v.optional(
      v.union([
        v.literal(''),
        v.pipe(v.string(), v.url(), v.regex(/^https?:\/\/[^@?#]+$/, 'expected a URL without credentials')),
      ]),
      '',
    ),
    /**
     * The headers of requests to the collector, such as its key: `name=value,…`, values percent-encoded. A reference to AWS Secrets Manager,
     * `{{resolve:secretsmanager:…}}`, keeps a key out of the template. `''`: none.
     */
    otlpHeaders: v.optional(
      v.union([
        v.literal(''),
        v.pipe(
          v.string(),
          v.regex(/^[\w-]+=[^,\s]+(?:,[\w-]+=[^,\s]+)*$/, 'expected name=value,… with percent-encoded values'),
        ),
      ]),
      '',
    ),
    /** Whether these traces contain what customers, agents and tools wrote. */
    otlpContent: v.optional(flag, false),
    /**
     * The languages of voice messages: two or more codes of Amazon Transcribe, which then transcribes them. `''`: the model server
     * transcribes.
     */
    transcribeLanguages: v.optional(v.union([v.literal(''), Languages]), ''),
    /** What checks the texts of agents that have thresholds: `bedrock` calls Amazon Bedrock's `InvokeGuardrailChecks`. `''`: nothing. */
    guardrails: v.optional(v.picklist(['', 'bedrock']), ''),
    /** Email address for alarms that need somebody at once, which must be confirmed once. `''` means no mails. */
    alarmEmail: address,
    /** Email address for alarms that can wait. @default `alarmEmail` */
    ticketEmail: v.optional(v.pipe(v.string(), v.email('expected an address'))),
    /** Amazon SES sender of Cognito's mails, its domain verified in the region. `''`: Cognito's own, 50 mails a day. */
    mailFrom: address,
    /** Whether to set the role that API Gateway assumes to write logs. There is one per account and region. */
    manageApiGatewayAccount: v.optional(flag, true),
    /** Whether to create web ACLs that limit each address: for the APIs, and, in us-east-1, for `siteWebAclArn`. */
    webAcl: v.optional(flag, false),
    ...webAclSettings,
    ...domainSettings,
    ...platformSettings,
  }),
  v.transform((settings) => ({
    ...settings,
    ingressReservedConcurrency: settings.ingressReservedConcurrency ?? defaultReserve(settings),
  })),
  v.forward(
    v.check(
      ({ allowPrivateDestinations, stage }) => !allowPrivateDestinations || stage === 'local',
      'is only accepted in stage "local": elsewhere webhooks could reach the private network',
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
      `must leave ${LEAST_UNRESERVED} of accountConcurrency, the account's quota, to other functions, as AWS requires`,
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
  v.forward(
    v.check(
      ({ messageDays, deliveryDays }) => deliveryDays <= messageDays,
      'must not exceed messageDays: the erasure of a customer finds deliveries by their messages',
    ),
    ['deliveryDays'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    for (const { key, message } of [...domainProblems(input), ...platformProblems(input)])
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] })
  }),
  v.readonly(),
)

/** The settings of a deployment, from CDK context. */
export type Settings = v.InferOutput<typeof Settings>

/** Returns the dashboard's URL without a trailing slash, or undefined if it is known only after the deployment. */
export function dashboardUrlOf({ dashboardUrl, dashboardDomainName }: Settings): string | undefined {
  return dashboardUrl ?? (dashboardDomainName && `https://${dashboardDomainName}`)
}

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.pipe[0].entries)

/** Values of each stage, which every deployment of the stage uses: `{"stages": {"prod": {"alarmEmail": "…"}}}`. */
const Stages = v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {})

/**
 * Returns the settings from CDK context, with defaults. `-c name=value` overrides the value of the stage in `stages`.
 * @throws SettingsError that names each invalid value. For a stage that `stages` does not have, it names the stages
 */
export function readSettings(context: (key: string) => unknown): Settings {
  const stages = v.safeParse(Stages, context('stages'))
  if (!stages.success) throw refusal(['  stages: expected an object of stages, each with its values by name'])
  const stage = String(context('stage') ?? 'prod')
  const unlisted = stageProblem(stage, Object.keys(stages.output))
  if (unlisted !== undefined) throw refusal([`  ${unlisted}`])
  const ofStage = stages.output[stage] ?? {}
  const unknown = Object.keys(ofStage).filter((name) => !SETTING_NAMES.includes(name))
  if (unknown.length > 0) throw refusal(unknown.map((name) => `  stages: unknown setting ${name}`))
  const given = SETTING_NAMES.map((name) => [name, context(name) ?? ofStage[name]]).filter(
    ([, value]) => value !== undefined,
  )
  const input = Object.fromEntries(given)
  const result = v.safeParse(Settings, input, { message: expectation })
  if (result.success) return result.output
  throw refusal(problemLines(result.issues, input))
}

function refusal(problems: readonly string[]): SettingsError {
  return new SettingsError(`These context values are invalid:\n${problems.join('\n')}`)
}
