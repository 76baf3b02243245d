import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation, type TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Duration } from 'aws-cdk-lib/core'
import type { BackupCopies } from '../constructs/backup-copies.ts'
import { modelIdIn } from '../constructs/default-model.ts'
import { TABLE_INDEXES } from '../constructs/service-table.ts'
import type { Settings } from '../settings.ts'
import type { Alarms } from './alarms.ts'
import {
  accountMetric,
  accountThrottles,
  calculation,
  filteredMetric,
  indexMetric,
  serviceMetric,
  tableMetric,
} from './service-metrics.ts'
import type { Watched } from './watched.ts'

const MINUTE = Duration.minutes(1)
const FIVE_MINUTES = Duration.minutes(5)

/** Share of a quota of the account. */
const USED_SHARE = 0.8

/** Share of the API's responses. */
const FAILED_SHARE = 0.01
/** With fewer in five minutes, one request would be a large share. */
const FAILED_COUNT = 5
/** The SDK retries, so a few errors in five minutes have no effect. */
const TABLE_ERRORS = 10
/** AWS bills an alarm per operation, so only the most important ones are listed. */
const TABLE_OPERATIONS = [Operation.GET_ITEM, Operation.PUT_ITEM, Operation.TRANSACT_WRITE_ITEMS, Operation.UPDATE_ITEM]

export interface Platform {
  /** The API for clients. */
  readonly api: RestApiBase
  /** Absent without the dashboard. */
  readonly dashboardApi?: RestApiBase
  readonly table: TableV2
  readonly watched: Watched
}

/** Share of the API's requests, and the smallest number of requests for which it counts. */
const REFUSED_SHARE = 0.05
const REFUSED_COUNT = 100
/** Amazon SES reviews an account at 5 %. */
const BOUNCED_SHARE = 0.05
/** ACM renews a certificate 60 days before it expires. */
const LEAST_DAYS = 30

export function addPlatformAlarms(alarms: Alarms, platform: Platform, settings: Settings): void {
  const { api, dashboardApi, table, watched } = platform
  for (const [name, lambda] of Object.entries(watched.functions))
    alarms.add(`Errors-${name}`, {
      metric: lambda.metricErrors({ period: FIVE_MINUTES }),
      above: 0,
      // A single crash is retried, and happens every night where there is much work.
      ofThree: 2,
      description: `The function "${name}" crashes or times out again and again. Its work is retried. Find the cause in its log.`,
    })
  alarms.add('Throttles', {
    metric: accountThrottles(),
    above: 0,
    ofThree: 2,
    description:
      'Functions of this account and region are throttled: this service or another uses all concurrent executions.',
  })
  alarms.add('RecursiveLoops', {
    metric: accountMetric('RecursiveInvocationsDropped'),
    above: 0,
    description:
      'Lambda takes the messages of a function to its own queue for an endless loop and drops its invocations: the messages become dead letters.',
  })
  for (const [name, failing, whose] of [
    ['Api5xx', api, 'the API’s'],
    ...(dashboardApi ? [['Api5xx-dashboard', dashboardApi, 'the dashboard’s'] as const] : []),
  ] as const)
    alarms.add(name, {
      metric: calculation('share of 5xx', `IF(FILL(failed, 0) >= ${FAILED_COUNT}, failed / requests, 0)`, {
        failed: failing.metricServerError({ statistic: Stats.SUM, period: FIVE_MINUTES }),
        requests: failing.metricCount({ period: FIVE_MINUTES }),
      }),
      above: FAILED_SHARE,
      ofThree: 2,
      description: `More than 1 % of ${whose} responses are 5xx. Find request.failed in the log of the routes.`,
    })
  addQuotaAlarms(alarms, settings)
  // One alarm per operation: these metrics have no data without errors, and a sum with a missing metric has no data.
  for (const operation of TABLE_OPERATIONS)
    alarms.add(`TableErrors-${operation}`, {
      metric: tableMetric(table, 'SystemErrors', operation),
      above: TABLE_ERRORS,
      ofThree: 2,
      description: 'DynamoDB returns system errors. Calls are retried. Check the AWS Health Dashboard for the region.',
    })
  for (const kind of ['Read', 'Write'])
    alarms.add(`TableThrottles-${kind}`, {
      metric: tableMetric(table, `${kind}ThrottleEvents`),
      above: 0,
      ofThree: 2,
      description:
        'DynamoDB throttles: one partition, often one webhook, gets more than 1,000 writes or 3,000 reads per second.',
    })
  alarms.add('TableThrottles-Indexes', {
    metric: calculation(
      'throttled requests to indexes',
      TABLE_INDEXES.flatMap((index) => [`FILL(${index}r, 0)`, `FILL(${index}w, 0)`]).join(' + '),
      Object.fromEntries(
        TABLE_INDEXES.flatMap((index): [string, IMetric][] => [
          [`${index}r`, indexMetric(table, 'ReadThrottleEvents', index)],
          [`${index}w`, indexMetric(table, 'WriteThrottleEvents', index)],
        ]),
      ),
    ),
    above: 0,
    ofThree: 2,
    description: 'DynamoDB throttles an index. A throttled write to an index throttles the write to the table, too.',
  })
  addDependencyAlarms(alarms, api, settings)
}

/** Returns a metric of what the account uses of a service, as its quotas count it. */
function usageMetric(metricName: string, Service: string, Resource: string, period: Duration): Metric {
  const isCount = metricName === 'ResourceCount'
  return new Metric({
    namespace: 'AWS/Usage',
    metricName,
    statistic: isCount ? Stats.MAXIMUM : Stats.SUM,
    period,
    dimensionsMap: { Service, Type: isCount ? 'Resource' : 'API', Resource, Class: 'None' },
  })
}

/** Adds alarms for the quotas of the account that a growing service reaches first. They are tickets: nothing is refused yet. */
function addQuotaAlarms(alarms: Alarms, settings: Settings): void {
  const { modelTokensPerMinute, scheduleQuota } = settings
  alarms.add('QuotaUsed-executions', {
    metric: calculation('share of the quota', 'used / SERVICE_QUOTA(used)', {
      used: usageMetric('ResourceCount', 'Lambda', 'ConcurrentExecutions', FIVE_MINUTES),
    }),
    above: USED_SHARE,
    ofThree: 2,
    description: 'More than 80 % of the account’s concurrent executions are in use. At 100 %, functions are throttled.',
  })
  alarms.add('QuotaUsed-schedule-rate', {
    // The quota is a rate per second.
    metric: calculation('share of the quota', 'created / 60 / SERVICE_QUOTA(created)', {
      created: usageMetric('CallCount', 'Scheduler', 'CreateSchedule', MINUTE),
    }).with({ period: MINUTE }),
    above: USED_SHARE,
    ofThree: 2,
    description: 'More than 80 % of the schedules that the account may create in a second are created.',
  })
  alarms.add('QuotaUsed-schedules', {
    // AWS has no metric of their number. Schedules of windows end within a day, so it is about those of the last day.
    metric: usageMetric('CallCount', 'Scheduler', 'CreateSchedule', Duration.days(1)),
    above: USED_SHARE * scheduleQuota,
    description: 'Within a day, more than 80 % of the schedules that the account may have were created.',
  })
  alarms.add('QuotaUsed-model', {
    metric: new Metric({
      namespace: 'AWS/Bedrock',
      metricName: 'EstimatedTPMQuotaUsage',
      statistic: Stats.SUM,
      period: MINUTE,
      dimensionsMap: { ModelId: modelIdIn(alarms, settings) },
    }),
    above: USED_SHARE * modelTokensPerMinute,
    ofThree: 2,
    description:
      'More than 80 % of the default model’s tokens per minute at Amazon Bedrock are used. At 100 %, agents answer late.',
  })
}

/** Adds alarms for what the service depends on: the key, the model, mails, certificates, and the limits of clients. */
function addDependencyAlarms(alarms: Alarms, api: RestApiBase, settings: Settings): void {
  const { stage, mailFrom, apiCertificateArn } = settings
  alarms.add('ApiThrottled', {
    metric: calculation(
      'share of requests with 429',
      `IF(requests >= ${REFUSED_COUNT}, FILL(refused, 0) / requests, 0)`,
      { refused: filteredMetric(stage, 'ApiThrottled'), requests: api.metricCount({ period: FIVE_MINUTES }) },
    ),
    above: REFUSED_SHARE,
    ofThree: 3,
    description:
      'More than 5 % of the API’s responses are 429: keys exceed their rate limit, or all clients that of the stage.',
  })
  alarms.add('KeyErrors', {
    metric: serviceMetric(stage, 'KeyErrors'),
    above: 0,
    ofThree: 2,
    description:
      'KMS refuses to encrypt or decrypt secrets. If the key is disabled or is to be deleted, everything stops.',
  })
  alarms.add('ModelThrottles', {
    metric: new Metric({
      namespace: 'AWS/Bedrock',
      metricName: 'InvocationThrottles',
      statistic: Stats.SUM,
      period: FIVE_MINUTES,
      dimensionsMap: { ModelId: modelIdIn(alarms, settings) },
    }),
    above: 0,
    ofThree: 3,
    description: 'The quota of the model at Amazon Bedrock is used up: agents answer late or not at all. Request more.',
  })
  if (settings.dashboard)
    alarms.add('MailsRefused', {
      metric: filteredMetric(stage, 'MailsRefused'),
      above: 0,
      description:
        'Cognito did not send a mail: its limit of 50 a day is used up, or Amazon SES refused it. Users cannot sign up.',
    })
  if (mailFrom !== '')
    alarms.add('MailBounces', {
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: 'Reputation.BounceRate',
        statistic: Stats.AVERAGE,
        period: Duration.hours(1),
      }),
      above: BOUNCED_SHARE,
      description: 'More than 5 % of the account’s mails bounce. Amazon SES can stop the account.',
    })
  if (apiCertificateArn)
    alarms.add('CertificateExpiry', {
      metric: calculation('days too late', `${LEAST_DAYS} - days`, {
        days: new Metric({
          namespace: 'AWS/CertificateManager',
          metricName: 'DaysToExpiry',
          statistic: Stats.MINIMUM,
          dimensionsMap: { CertificateArn: apiCertificateArn },
        }),
      }).with({ period: Duration.days(1) }),
      above: 0,
      description: 'The certificate of the API’s domain expires in less than 30 days: ACM could not renew it.',
    })
}

/** Adds the alarm of AWS Backup. Its documentation does not say which vault counts a failed copy. */
export function addBackupAlarm(alarms: Alarms, { vaultName, copyVaultName }: BackupCopies): void {
  const jobs = (metricName: string, BackupVaultName: string) =>
    new Metric({ namespace: 'AWS/Backup', metricName, statistic: Stats.SUM, dimensionsMap: { BackupVaultName } })
  alarms.add('Backups', {
    metric: calculation('failed jobs', 'FILL(failed, 0) + FILL(expired, 0) + FILL(uncopied, 0) + FILL(unreceived, 0)', {
      failed: jobs('NumberOfBackupJobsFailed', vaultName),
      expired: jobs('NumberOfBackupJobsExpired', vaultName),
      uncopied: jobs('NumberOfCopyJobsFailed', vaultName),
      unreceived: jobs('NumberOfCopyJobsFailed', copyVaultName),
    }).with({ period: Duration.days(1) }),
    above: 0,
    description: 'A daily backup of the table or the bucket, or its copy, failed. Find the message of the job.',
  })
}
