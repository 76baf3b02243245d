import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { AlarmTopic } from './monitoring/alarm-topic.ts'
import { Alarms } from './monitoring/alarms.ts'
import { addMessageAlarms } from './monitoring/message-alarms.ts'
import { addPlatformAlarms } from './monitoring/platform-alarms.ts'
import { ServiceDashboard } from './monitoring/service-dashboard.ts'
import type { Watched } from './monitoring/watched.ts'
import type { Settings } from './settings.ts'

export interface MonitoringStackProps extends StackProps {
  readonly settings: Settings
  readonly data: DataStack
  readonly api: RestApiBase
  readonly dashboardApi: RestApiBase
  readonly watched: Watched
}

/** Monitoring for operators: alarms, their topic, and one dashboard. Message processing does not depend on it. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { settings, data, api, dashboardApi, watched, ...rest } = props
    super(scope, id, { description: 'Messaging service: alarms and dashboard', ...rest })
    const { stage, alarmEmail } = settings
    const { table } = data.table
    const topic = new AlarmTopic(this, 'Topic', { key: data.key, ...(alarmEmail && { email: alarmEmail }) })
    const alarms = new Alarms(this, 'Alarms', { stage, topic })
    addMessageAlarms(alarms, watched, table, stage)
    addPlatformAlarms(alarms, { api, dashboardApi, table, watched })
    const dashboard = new ServiceDashboard(this, 'Dashboard', {
      stage,
      alarms,
      api,
      dashboardApi,
      table,
      watched,
    })

    const console = `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}`
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn })
    new CfnOutput(this, 'DashboardUrl', { value: `${console}#dashboards/dashboard/${dashboard.dashboardName}` })
  }
}
