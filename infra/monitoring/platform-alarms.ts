import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation, type TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Duration } from 'aws-cdk-lib/core'
import type { Alarms } from './alarms.ts'
import { accountThrottles, tableMetric } from './service-metrics.ts'
import type { Watched } from './watched.ts'

const FIVE_MINUTES = Duration.minutes(5)

/** Share of the API's answers. */
const FAILED_SHARE = 0.01
/** The SDK tries again by itself, so that a few in five minutes hurt nobody. */
const TABLE_ERRORS = 10
/** Each counts as an alarm in the bill, so only those through which everything goes. */
const TABLE_OPERATIONS = [Operation.GET_ITEM, Operation.PUT_ITEM, Operation.TRANSACT_WRITE_ITEMS, Operation.UPDATE_ITEM]

export interface Platform {
  /** The API for clients. */
  readonly api: RestApi
  readonly dashboardApi: RestApi
  readonly table: TableV2
  readonly watched: Watched
}

/** Whether what the service runs on works. */
export function addPlatformAlarms(alarms: Alarms, { api, dashboardApi, table, watched }: Platform): void {
  for (const [name, lambda] of Object.entries(watched.functions))
    alarms.add(`Errors-${name}`, {
      metric: lambda.metricErrors({ period: FIVE_MINUTES }),
      above: 0,
      tells: `The function "${name}" crashed or timed out. What it was working on is tried again; find the cause in its log.`,
    })
  alarms.add('Throttles', {
    metric: accountThrottles(),
    above: 0,
    ofThree: 2,
    tells:
      'Functions of this account and region are throttled: its concurrency is used up, by this service or another.',
  })
  for (const [name, failing, whose] of [
    ['Api5xx', api, 'the API’s'],
    ['Api5xx-dashboard', dashboardApi, 'the dashboard’s'],
  ] as const)
    alarms.add(name, {
      metric: failing.metricServerError({ statistic: Stats.AVERAGE, period: FIVE_MINUTES }),
      above: FAILED_SHARE,
      ofThree: 2,
      tells: `More than 1 % of ${whose} answers are 5xx. Find request.failed in the log of the routes.`,
    })
  // One alarm each: a sum of metrics that say nothing while all is well would say nothing when one of them does.
  for (const operation of TABLE_OPERATIONS)
    alarms.add(`TableErrors-${operation}`, {
      metric: tableMetric(table, 'SystemErrors', operation),
      above: TABLE_ERRORS,
      ofThree: 2,
      tells: 'DynamoDB itself fails. Calls are tried again; look at the state of AWS in the region.',
    })
  for (const kind of ['Read', 'Write'])
    alarms.add(`TableThrottles-${kind}`, {
      metric: tableMetric(table, `${kind}ThrottleEvents`),
      above: 0,
      ofThree: 2,
      tells:
        'DynamoDB throttles: one partition, often one webhook, takes more than 1,000 writes or 3,000 reads a second.',
    })
}
