import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation, type TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Duration } from 'aws-cdk-lib/core'
import type { Alarms } from './alarms.ts'
import { accountThrottles, tableMetric } from './service-metrics.ts'
import type { Watched } from './watched.ts'

const FIVE_MINUTES = Duration.minutes(5)

/** Share of the API's responses. */
const FAILED_SHARE = 0.01
/** The SDK retries, so a few errors in five minutes have no effect. */
const TABLE_ERRORS = 10
/** AWS bills an alarm per operation, so only the most important ones are listed. */
const TABLE_OPERATIONS = [Operation.GET_ITEM, Operation.PUT_ITEM, Operation.TRANSACT_WRITE_ITEMS, Operation.UPDATE_ITEM]

export interface Platform {
  /** The API for clients. */
  readonly api: RestApiBase
  readonly dashboardApi: RestApiBase
  readonly table: TableV2
  readonly watched: Watched
}

export function addPlatformAlarms(alarms: Alarms, { api, dashboardApi, table, watched }: Platform): void {
  for (const [name, lambda] of Object.entries(watched.functions))
    alarms.add(`Errors-${name}`, {
      metric: lambda.metricErrors({ period: FIVE_MINUTES }),
      above: 0,
      description: `The function "${name}" crashed or timed out. Its work is retried. Find the cause in its log.`,
    })
  alarms.add('Throttles', {
    metric: accountThrottles(),
    above: 0,
    ofThree: 2,
    description:
      'Functions of this account and region are throttled: this service or another uses all concurrent executions.',
  })
  for (const [name, failing, whose] of [
    ['Api5xx', api, 'the API’s'],
    ['Api5xx-dashboard', dashboardApi, 'the dashboard’s'],
  ] as const)
    alarms.add(name, {
      metric: failing.metricServerError({ statistic: Stats.AVERAGE, period: FIVE_MINUTES }),
      above: FAILED_SHARE,
      ofThree: 2,
      description: `More than 1 % of ${whose} responses are 5xx. Find request.failed in the log of the routes.`,
    })
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
}
