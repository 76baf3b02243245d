import { physicalName, uuid } from './names.ts'
import { named, type ResourceKind, regionalArn, required, type Subject } from './resource-kind.ts'

const functionName = named('FunctionName', 64)
const functionArn = (subject: Subject) => regionalArn('lambda', subject, `function:${functionName(subject)}`)

/** Returns the ARN of the function in a property that contains a name or an ARN. */
function targetArn(subject: Subject, property: string): string {
  const target = required(subject, property)
  return target.startsWith('arn:') ? target : regionalArn('lambda', subject, `function:${target}`)
}

const versionArn = (subject: Subject) => `${targetArn(subject, 'FunctionName')}:1`
const aliasArn = (subject: Subject) => `${targetArn(subject, 'FunctionName')}:${required(subject, 'Name')}`
const mappingArn = (subject: Subject) =>
  regionalArn('lambda', subject, `event-source-mapping:${uuid(subject.identity)}`)

const roleName = named('RoleName', 64)
const policyArn = ({ environment, identity }: Subject) =>
  `arn:aws:iam::${environment.accountId}:policy/${physicalName(identity, 128)}`

/** Types that run code, and their roles. */
export const COMPUTE_KINDS: Readonly<Record<string, ResourceKind>> = {
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
