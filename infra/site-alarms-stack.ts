import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Duration, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { CLOUDFRONT_REGION } from './domain-settings.ts'
import { AlarmTopic } from './monitoring/alarm-topic.ts'
import { Alarms } from './monitoring/alarms.ts'
import { calculation } from './monitoring/service-metrics.ts'
import type { Settings } from './settings.ts'

/** Percentage of the distribution's responses. */
const FAILED_PERCENT = 5
/** With fewer in five minutes, one request would be a large share. */
const REQUESTS = 100

/**
 * The alarm of the distribution. CloudFront writes its metrics in us-east-1, and an alarm observes and notifies only in its own region,
 * whatever the region of the other stacks.
 */
export class SiteAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings & { readonly siteDistributionId: string }) {
    super(scope, id, {
      description: 'Messaging service: the alarm of the dashboard’s distribution',
      env: { region: CLOUDFRONT_REGION },
    })
    const { stage, alarmEmail, siteDistributionId } = settings
    const topic = new AlarmTopic(this, 'Topic', { email: alarmEmail })
    const metric = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        statistic,
        period: Duration.minutes(5),
        dimensionsMap: { DistributionId: siteDistributionId, Region: 'Global' },
      })
    new Alarms(this, 'Alarms', { stage, pages: topic, tickets: topic }).add('SiteErrors', {
      metric: calculation('percentage of 5xx', `IF(FILL(requests, 0) >= ${REQUESTS}, failed, 0)`, {
        failed: metric('5xxErrorRate', Stats.AVERAGE),
        requests: metric('Requests', Stats.SUM),
      }),
      above: FAILED_PERCENT,
      ofThree: 2,
      description: `More than ${FAILED_PERCENT} % of the responses of CloudFront are 5xx: the pages, the dashboard’s API or the API fail.`,
    })
  }
}
