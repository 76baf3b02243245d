import { textOf } from '../json.ts'
import { CLOUDFRONT_KINDS } from './cloudfront-kinds.ts'
import { DATA_KINDS } from './data-kinds.ts'
import {
  named,
  physicalName,
  type ResourceKind,
  regionalArn,
  required,
  type Subject,
  shortId,
  uuid,
} from './resource-kind.ts'

const byName: ResourceKind = { ref: ({ identity }) => physicalName(identity) }

const alarmArn = (subject: Subject) => regionalArn('cloudwatch', subject, `alarm:${named('AlarmName')(subject)}`)

const busArn = (subject: Subject) => regionalArn('events', subject, `event-bus/${required(subject, 'Name')}`)

const ruleName = named('Name', 64)

const ruleBus = ({ property }: Subject) => textOf(property('EventBusName'))?.split('/').at(-1) ?? 'default'

/** Returns `<bus><separator><rule>`; without the bus for the default one. */
const busAndRule = (separator: string) => (subject: Subject) =>
  ruleBus(subject) === 'default' ? ruleName(subject) : `${ruleBus(subject)}${separator}${ruleName(subject)}`

const groupName = ({ property }: Subject) => textOf(property('GroupName')) ?? 'default'

const poolId = ({ identity, environment }: Subject) => `${environment.region}_${shortId(identity, 9)}`

const clientId = ({ identity }: Subject) => shortId(identity, 26)

const poolHost = (subject: Subject) => `cognito-idp.${subject.environment.region}.amazonaws.com/${poolId(subject)}`

/** Types for monitoring, events, schedules and sign-in. */
const MANAGEMENT_KINDS: Readonly<Record<string, ResourceKind>> = {
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
  'AWS::Events::EventBus': {
    ref: (subject) => required(subject, 'Name'),
    arn: busArn,
    attributes: { Name: (subject) => required(subject, 'Name') },
  },
  'AWS::Events::EventBusPolicy': { ref: ({ identity }) => physicalName(identity) },
  'AWS::Events::Rule': {
    ref: busAndRule('|'),
    arn: (subject) => regionalArn('events', subject, `rule/${busAndRule('/')(subject)}`),
  },
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

const functionName = named('FunctionName', 64)

const functionArn = (subject: Subject) => regionalArn('lambda', subject, `function:${functionName(subject)}`)

const versionArn = (subject: Subject) => `${targetArn(subject, 'FunctionName')}:1`

const aliasArn = (subject: Subject) => `${targetArn(subject, 'FunctionName')}:${required(subject, 'Name')}`

const mappingArn = (subject: Subject) =>
  regionalArn('lambda', subject, `event-source-mapping:${uuid(subject.identity)}`)

const roleName = named('RoleName', 64)

const policyArn = ({ environment, identity }: Subject) =>
  `arn:aws:iam::${environment.accountId}:policy/${physicalName(identity, 128)}`

/** Types that run code, and their roles. */
const COMPUTE_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::Lambda::Function': { ref: functionName, arn: functionArn },
  'AWS::Lambda::Url': {
    ref: (subject) => targetArn(subject, 'TargetFunctionArn'),
    attributes: {
      FunctionUrl: (subject) => subject.functionUrl(),
      FunctionArn: (subject) => targetArn(subject, 'TargetFunctionArn'),
    },
  },
  'AWS::Lambda::Permission': { ref: ({ identity }) => physicalName(identity) },
  'AWS::Lambda::EventInvokeConfig': { ref: ({ identity }) => physicalName(identity) },
  'AWS::Lambda::Version': {
    ref: versionArn,
    arn: versionArn,
    attributes: { Version: () => '1', FunctionArn: versionArn },
  },
  'AWS::Lambda::Alias': { ref: aliasArn, arn: aliasArn, attributes: { AliasArn: aliasArn } },
  'AWS::Lambda::EventSourceMapping': {
    ref: ({ identity }) => uuid(identity),
    arn: mappingArn,
    attributes: { Id: ({ identity }) => uuid(identity), EventSourceMappingArn: mappingArn },
  },
  'AWS::IAM::Role': {
    ref: roleName,
    arn: (subject) => `arn:aws:iam::${subject.environment.accountId}:role/${roleName(subject)}`,
    attributes: { RoleId: ({ identity }) => uuid(identity) },
  },
  'AWS::IAM::Policy': { ref: named('PolicyName', 128) },
  'AWS::IAM::ManagedPolicy': { ref: policyArn, arn: policyArn, attributes: { PolicyArn: policyArn } },
}

const id = ({ identity }: Subject) => shortId(identity)

const arnOf = (path: (subject: Subject) => string) => (subject: Subject) =>
  `arn:aws:apigateway:${subject.environment.region}::/${path(subject)}`

/** Returns the id of a REST API's root resource. */
const rootResourceId = ({ identity }: Subject) => shortId({ ...identity, logicalId: `${identity.logicalId}/` })

/** Types of Amazon API Gateway (REST APIs). */
const API_GATEWAY_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGateway::RestApi': {
    ref: id,
    arn: arnOf((subject) => `restapis/${id(subject)}`),
    attributes: { RestApiId: id, RootResourceId: rootResourceId },
  },
  'AWS::ApiGateway::Resource': withId('ResourceId'),
  'AWS::ApiGateway::Method': { ref: ({ identity }) => physicalName(identity) },
  'AWS::ApiGateway::Deployment': withId('DeploymentId'),
  'AWS::ApiGateway::Stage': { ref: (subject) => required(subject, 'StageName') },
  'AWS::ApiGateway::Authorizer': withId('AuthorizerId'),
  'AWS::ApiGateway::RequestValidator': withId('RequestValidatorId'),
  'AWS::ApiGateway::Model': { ref: ({ identity }) => physicalName(identity) },
  'AWS::ApiGateway::GatewayResponse': withId('Id'),
  'AWS::ApiGateway::Account': withId('Id'),
  'AWS::ApiGateway::UsagePlan': {
    ref: id,
    arn: arnOf((subject) => `usageplans/${id(subject)}`),
    attributes: { Id: id },
  },
  'AWS::ApiGateway::ApiKey': {
    ref: id,
    arn: arnOf((subject) => `apikeys/${id(subject)}`),
    attributes: { APIKeyId: id },
  },
  'AWS::ApiGateway::UsagePlanKey': {
    ref: (subject) => `${required(subject, 'KeyId')}:${required(subject, 'UsagePlanId')}`,
  },
}

/** Every CloudFormation type that the embedded cloud supports. */
export const RESOURCE_KINDS: ReadonlyMap<string, ResourceKind> = new Map([
  ...Object.entries(DATA_KINDS),
  ...Object.entries(COMPUTE_KINDS),
  ...Object.entries(API_GATEWAY_KINDS),
  ...Object.entries(MANAGEMENT_KINDS),
  ...Object.entries(CLOUDFRONT_KINDS),
])

/** A part of a REST API with an id of ten characters, which is also available under one attribute. */
function withId(attribute: string): ResourceKind {
  return { ref: id, attributes: { [attribute]: id } }
}

/** Returns the ARN of the function in a property that contains a name or an ARN. */
function targetArn(subject: Subject, property: string): string {
  const target = required(subject, property)
  return target.startsWith('arn:') ? target : regionalArn('lambda', subject, `function:${target}`)
}
