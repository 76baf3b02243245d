import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  type MetricOptions,
  PeriodOverride,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { Alarms } from './alarms.ts'
import type { Platform } from './platform-alarms.ts'
import {
  accountThrottles,
  filteredMetric,
  seenServiceMetric,
  serviceMetric,
  splitServiceMetric,
  tableMetric,
} from './service-metrics.ts'
import { deadLetterEntries } from './watched.ts'

interface ServiceDashboardProps extends Platform {
  readonly stage: string
  readonly alarms: Alarms
}

const PERCENTILES = [Stats.p(50), Stats.p(95), Stats.p(99)]
const MINUTE = Duration.minutes(1)

/** The CloudWatch dashboard. From the top: alarms, message flow, backlogs, functions and APIs, table. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    const { stage, alarms, api, dashboardApi, table, watched } = props
    const { queues, functions } = watched
    const ofQueues = (metricOf: (queue: IQueue, options: MetricOptions) => IMetric) =>
      Object.entries(queues).map(([label, { queue }]) => metricOf(queue, { label, statistic: Stats.MAXIMUM }))
    super(scope, id, {
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.AUTO,
      widgets: [
        [heading(`# Messaging, stage ${stage}`)],
        [new AlarmStatusWidget({ title: 'Alarms', width: 24, height: 4, alarms: alarms.all })],
        [
          graph('Messages received', [serviceMetric(stage, 'MessagesTaken'), serviceMetric(stage, 'ProviderRejected')]),
          graph('Delivery attempts', splitServiceMetric(stage, 'AttemptDuration', Stats.SAMPLE_COUNT)),
          graph('From message to delivered, and by the first attempt (ms)', [
            ...PERCENTILES.flatMap((statistic) =>
              splitServiceMetric(stage, 'TimeToDelivered', statistic).map((metric) =>
                metric.with({ label: statistic }),
              ),
            ),
            filteredMetric(stage, 'TimeToDeliveredAtOnce', Stats.p(95)).with({ label: 'first attempt, p95' }),
          ]),
        ],
        [
          graph('Why attempts fail', [seenServiceMetric(stage, 'DeliveryFailures')]),
          graph('Response time of endpoints, p95 (ms)', splitServiceMetric(stage, 'AttemptDuration', Stats.p(95))),
          graph('Exhausted, replayed', [
            serviceMetric(stage, 'DeliveriesExhausted'),
            serviceMetric(stage, 'TurnsGivenUp'),
            serviceMetric(stage, 'Replays'),
            ...splitServiceMetric(stage, 'WindowEvents'),
          ]),
        ],
        [
          graph(
            'From message to reply (ms)',
            PERCENTILES.map((statistic) => serviceMetric(stage, 'TimeToAnswered', statistic)),
          ),
          graph(
            'Age of the oldest message (s)',
            ofQueues((queue, as) => queue.metricApproximateAgeOfOldestMessage(as)),
          ),
          graph(
            'Dead letters',
            deadLetterEntries(watched).map(([label, queue]) =>
              queue.metricApproximateNumberOfMessagesVisible({ label, statistic: Stats.MAXIMUM }),
            ),
          ),
        ],
        [
          graph(
            'Readers of the stream are behind by (ms)',
            Object.entries({ relay: functions.relay, statistics: functions.count }).map(([label, lambda]) =>
              lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: MINUTE, label }),
            ),
          ),
          graph('Errors and throttles of functions', [
            ...Object.entries(functions).map(([label, lambda]) => lambda.metricErrors({ label })),
            accountThrottles(),
          ]),
          graph(
            'Duration of functions, p95 (ms)',
            // Free dashboards show at most 50 metrics. The duration of `deliver` is that of the slowest endpoint in each batch.
            Object.entries({ ingress: functions.ingress, answer: functions.answer }).map(([label, lambda]) =>
              lambda.metricDuration({ label, statistic: Stats.p(95) }),
            ),
          ),
        ],
        apiRow(api, dashboardApi),
        [
          graph('Messages sent', [
            ...splitServiceMetric(stage, 'MessagesSent'),
            serviceMetric(stage, 'ProviderErrors'),
            ...splitServiceMetric(stage, 'NumberNotices'),
          ]),
          graph('Table: units consumed', [
            table.metricConsumedReadCapacityUnits({ label: 'read', statistic: Stats.SUM }),
            table.metricConsumedWriteCapacityUnits({ label: 'written', statistic: Stats.SUM }),
          ]),
          graph('Table: throttled', [
            tableMetric(table, 'ReadThrottleEvents'),
            tableMetric(table, 'WriteThrottleEvents'),
          ]),
        ],
      ],
    })
  }
}

function apiRow(api: RestApiBase, dashboardApi?: RestApiBase): IWidget[] {
  return [
    graph('API: requests', [api.metricCount({ label: 'requests' })]),
    graph('API: errors', [
      api.metricClientError({ label: '4xx', statistic: Stats.SUM }),
      api.metricServerError({ label: '5xx', statistic: Stats.SUM }),
      ...(dashboardApi
        ? [dashboardApi.metricServerError({ label: '5xx of the dashboard', statistic: Stats.SUM })]
        : []),
    ]),
    graph(
      'API: latency (ms)',
      PERCENTILES.map((statistic) => api.metricLatency({ statistic, label: statistic })),
    ),
  ]
}

function heading(markdown: string): IWidget {
  return new TextWidget({ markdown, width: 24, height: 1 })
}

function graph(title: string, left: IMetric[]): IWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0, showUnits: false }, stacked: false })
}
