import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as v from 'valibot'

/** The command line passes context values as strings (`-c burst=50`), cdk.json as JSON. */
export const fromText = <const S extends v.GenericSchema<unknown>>(schema: S) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? parseText(value) : value)),
    schema,
  )

function parseText(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() === '' ? value : Number(value)
}

export const count = (minimum: number, maximum: number) =>
  fromText(whole(minimum, maximum, `expected a whole number from ${minimum} to ${maximum}`))

function whole(minimum: number, maximum: number, expected: string) {
  return v.pipe(v.number(expected), v.integer(expected), v.minValue(minimum, expected), v.maxValue(maximum, expected))
}

export const flag = fromText(v.boolean())

/** An address, or `''` for none. */
export const address = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.email('expected an address'))]), '')

const LogDays = fromText(v.enum(RetentionDays))

/** DynamoDB gives a new table on demand this throughput, and accepts no smaller value. */
const LEAST_WARM = { reads: 12_000, writes: 4_000 }
const MOST_UNITS = 10_000_000

/** Which parts of the platform a deployment uses, and how it pays for them. */
export const platformSettings = {
  /** Whether to deploy the dashboard. Without it, a new account that may not create CloudFront distributions yet works, too. */
  dashboard: v.optional(flag, true),
  /** How the provider reaches the ingress: a public URL of the function, or a REST API, which policies of governed accounts allow. */
  ingress: v.optional(v.picklist(['function-url', 'api']), 'function-url'),
  /** Whether a function sends a message through the whole service every five minutes, with an alarm if it is not delivered. */
  canary: v.optional(flag, false),
  /** Whether new versions of `deliver`, `answer`, `relay` and `window` replace the old ones within ten minutes, and return if they fail. */
  rollout: v.optional(v.picklist(['all-at-once', 'gradual']), 'all-at-once'),
  /** Memory of the function of agents' turns. Waiting for the model costs in proportion; pictures and files of customers need memory. */
  answerMemoryMegabytes: v.optional(count(256, 3_008), 256),
  /** Retention of the access logs of the APIs. @default `logRetentionDays` */
  accessLogRetentionDays: v.optional(LogDays),
  /** Retention of the logs of the routes of both APIs. @default `logRetentionDays` */
  routeLogRetentionDays: v.optional(LogDays),
  /** `provisioned` scales with the load between the four values, and costs half as much as `on-demand` if the load is steady. */
  tableBilling: v.optional(v.picklist(['on-demand', 'provisioned']), 'on-demand'),
  tableMinimumReads: v.optional(count(1, MOST_UNITS), 100),
  tableMaximumReads: v.optional(count(1, MOST_UNITS), 40_000),
  tableMinimumWrites: v.optional(count(1, MOST_UNITS), 100),
  tableMaximumWrites: v.optional(count(1, MOST_UNITS), 40_000),
  /** Throughput for which the table is prepared before its first load. AWS bills an increase once. */
  tableWarmReads: v.optional(count(LEAST_WARM.reads, MOST_UNITS)),
  tableWarmWrites: v.optional(count(LEAST_WARM.writes, MOST_UNITS)),
  /** Whether the key can be replicated to another region. It cannot change: CloudFormation rejects a change of an existing key. */
  multiRegionKey: v.optional(flag, true),
  /**
   * An existing KMS key that encrypts the secrets, such as the replica of another region's key, with which a copied table opens. Only for a
   * stage that is created. @default a key of the stage
   */
  keyArn: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^arn:aws[\w-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, 'expected the ARN of a KMS key, not of an alias'),
    ),
  ),
  /** How long replaced and deleted files can be restored. Erased files remain for this time, too. */
  fileVersionDays: v.optional(count(1, 365), 30),
  /** The vault of AWS Backup, in another region or account, that gets a copy of each backup. @default no backups besides point-in-time recovery */
  backupCopyVaultArn: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
        'expected the ARN of a vault of AWS Backup',
      ),
    ),
  ),
  /** How long copies of weekly backups are kept; those of daily ones are kept for seven days. */
  backupDays: v.optional(count(1, 36_500), 35),
  /** Whether no backups are made. Their vault stays: one that was removed could not be created again under its name. */
  backupsPaused: v.optional(flag, false),
  /** Hours without any message of the provider after which an alarm pages. 0 means none: a small service is quiet at night. */
  quietHours: v.optional(count(0, 168), 0),
  /** The distribution of the dashboard, whose errors then have an alarm, in us-east-1. */
  siteDistributionId: v.optional(v.pipe(v.string(), v.regex(/^E[0-9A-Z]{5,30}$/, 'expected the ID of a distribution'))),
  /** What the account may cost in a month. Above 80 %, and if the forecast exceeds it, AWS Budgets sends a ticket. 0 means none. */
  monthlyBudgetUsd: v.optional(count(0, 10_000_000), 0),
  /** Whether Cognito detects compromised passwords and risky sign-ins. It requires the plan Plus, which has a price per user. */
  threatProtection: v.optional(flag, false),
}

type PlatformSettings = { readonly [Key in keyof typeof platformSettings]?: unknown }
type Input = PlatformSettings & {
  readonly dashboardDomainName?: string | undefined
  readonly webAcl: boolean
  readonly apiWebAclArn?: string | undefined
  readonly siteWebAclArn?: string | undefined
  readonly siteDistributionId?: string | undefined
  readonly tableMinimumReads: number
  readonly tableMaximumReads: number
  readonly tableMinimumWrites: number
  readonly tableMaximumWrites: number
}

/** What the stack of the dashboard creates or uses. */
const OF_DASHBOARD = ['dashboardDomainName', 'webAcl', 'apiWebAclArn', 'siteWebAclArn', 'siteDistributionId'] as const

/** Returns conflicts between settings that are individually valid. */
export function platformProblems(settings: Input): { readonly key: keyof Input; readonly message: string }[] {
  const { dashboard, tableBilling, tableWarmReads, tableWarmWrites } = settings
  return [
    ...OF_DASHBOARD.filter((key) => !dashboard && settings[key]).map((key) => ({
      key,
      message: 'requires the dashboard',
    })),
    ...(['Reads', 'Writes'] as const).flatMap((units) =>
      settings[`tableMinimum${units}`] > settings[`tableMaximum${units}`]
        ? [{ key: `tableMinimum${units}`, message: `must not exceed tableMaximum${units}` } as const]
        : [],
    ),
    ...((tableWarmReads === undefined) !== (tableWarmWrites === undefined)
      ? [{ key: 'tableWarmReads', message: 'is required with tableWarmWrites, and the other way round' } as const]
      : []),
    ...(tableBilling === 'provisioned' && tableWarmReads !== undefined
      ? [{ key: 'tableWarmReads', message: 'is for a table on demand: set tableMinimumReads instead' } as const]
      : []),
  ]
}
