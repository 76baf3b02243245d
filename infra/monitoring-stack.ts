import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { AlarmTopic } from './monitoring/alarm-topic.ts'
import { Alarms } from './monitoring/alarms.ts'
import { CostBudget } from './monitoring/cost-budget.ts'
import { addCanaryAlarm, addMessageAlarms, addQuietAlarm } from './monitoring/message-alarms.ts'
import { addBackupAlarm, addPlatformAlarms } from './monitoring/platform-alarms.ts'
import { ServiceDashboard } from './monitoring/service-dashboard.ts'
import type { Watched } from './monitoring/watched.ts'
import type { Settings } from './settings.ts'

interface MonitoringStackProps extends StackProps {
  readonly settings: Settings
  readonly data: DataStack
  readonly api: RestApiBase
  /** Absent without the dashboard. */
  readonly dashboardApi?: RestApiBase
  readonly watched: Watched
}

/** Monitoring for operators: alarms, their topic, and one dashboard. Message processing does not depend on it. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { settings, data, api, dashboardApi, watched, ...rest } = props
    super(scope, id, { description: 'Messaging service: alarms and dashboard', ...rest })
    const { stage, alarmEmail, ticketEmail = alarmEmail } = settings
    const { table } = data.table
    const encryption = data.key.ownKey && { masterKey: data.key.ownKey }
    const pages = new AlarmTopic(this, 'Topic', { ...encryption, email: alarmEmail })
    const tickets = new AlarmTopic(this, 'Tickets', { ...encryption, email: ticketEmail })
    const alarms = new Alarms(this, 'Alarms', { stage, pages, tickets })
    const platform = { api, table, watched, ...(dashboardApi && { dashboardApi }) }
    addMessageAlarms(alarms, watched, table, stage)
    if (settings.canary) addCanaryAlarm(alarms, stage)
    if (settings.quietHours > 0) addQuietAlarm(alarms, settings)
    if (settings.monthlyBudgetUsd > 0)
      new CostBudget(this, 'Budget', { usd: settings.monthlyBudgetUsd, topic: tickets })
    addPlatformAlarms(alarms, platform, settings)
    if (data.backups) addBackupAlarm(alarms, data.backups)
    const dashboard = new ServiceDashboard(this, 'Dashboard', {
      stage,
      alarms,
      ...platform,
    })

    const console = `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}`
    new CfnOutput(this, 'AlarmTopicArn', { value: pages.topicArn })
    new CfnOutput(this, 'TicketTopicArn', { value: tickets.topicArn })
    new CfnOutput(this, 'DashboardUrl', { value: `${console}#dashboards/dashboard/${dashboard.dashboardName}` })
  }
}
