import { textOf } from '../json.ts'
import { physicalName, shortId } from './names.ts'
import { named, type ResourceKind, regionalArn, type Subject } from './resource-kind.ts'

const byName: ResourceKind = { ref: ({ identity }) => physicalName(identity) }
const alarmArn = (subject: Subject) => regionalArn('cloudwatch', subject, `alarm:${named('AlarmName')(subject)}`)

const groupName = ({ property }: Subject) => textOf(property('GroupName')) ?? 'default'

const poolId = ({ identity, environment }: Subject) => `${environment.region}_${shortId(identity, 9)}`
const clientId = ({ identity }: Subject) => shortId(identity, 26)
const poolHost = (subject: Subject) => `cognito-idp.${subject.environment.region}.amazonaws.com/${poolId(subject)}`

/** Types for monitoring, schedules and sign-in. */
export const MANAGEMENT_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::CDK::Metadata': byName,
  'AWS::Logs::LogGroup': {
    ref: named('LogGroupName', 512),
    arn: (subject) => regionalArn('logs', subject, `log-group:${named('LogGroupName', 512)(subject)}:*`),
  },
  'AWS::Logs::MetricFilter': byName,
  'AWS::Logs::ResourcePolicy': byName,
  'AWS::CloudWatch::Alarm': { ref: named('AlarmName'), arn: alarmArn },
  'AWS::CloudWatch::CompositeAlarm': { ref: named('AlarmName'), arn: alarmArn },
  'AWS::CloudWatch::Dashboard': { ref: named('DashboardName') },
  'AWS::Scheduler::ScheduleGroup': {
    ref: named('Name', 64),
    arn: (subject) => regionalArn('scheduler', subject, `schedule-group/${named('Name', 64)(subject)}`),
  },
  'AWS::Scheduler::Schedule': {
    ref: named('Name', 64),
    arn: (subject) => regionalArn('scheduler', subject, `schedule/${groupName(subject)}/${named('Name', 64)(subject)}`),
  },
  'AWS::Cognito::UserPool': {
    ref: poolId,
    arn: (subject) => regionalArn('cognito-idp', subject, `userpool/${poolId(subject)}`),
    attributes: {
      UserPoolId: poolId,
      ProviderName: poolHost,
      ProviderURL: (subject) => `https://${poolHost(subject)}`,
    },
  },
  'AWS::Cognito::UserPoolClient': { ref: clientId, attributes: { ClientId: clientId } },
  'AWS::Cognito::UserPoolDomain': { ref: named('Domain') },
  'AWS::Cognito::UserPoolGroup': { ref: named('GroupName') },
}
