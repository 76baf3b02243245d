import { objectsOf, textsOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { conditionKeys } from './condition.ts'
import { parsePolicy, type Statement } from './policy.ts'

/** AWS's managed policies that functions commonly have. Here they only grant access to logs. */
const MANAGED_BY_AWS = new Set([
  'AWSLambdaBasicExecutionRole',
  'AWSLambdaVPCAccessExecutionRole',
  'AWSXRayDaemonWriteAccess',
  'AmazonAPIGatewayPushToCloudWatchLogs',
])

/** The condition keys whose values the front door supplies. */
const SUPPLIED_KEYS = [
  /^kms:encryptioncontext:.+$/,
  /^kms:encryptioncontextkeys$/,
  /^kms:calleraccount$/,
  /^s3:prefix$/,
  /^dynamodb:leadingkeys$/,
  /^iam:passedtoservice$/,
  /^ses:fromaddress$/,
  // Of changes of event source mappings, which the front door has no action for.
  /^lambda:functionarn$/,
]

/** Condition keys whose values it supplies for API Gateway only. */
const TAG_KEYS = /^aws:(?:(?:request|resource)tag\/.+|tagkeys)$/

/**
 * Returns the identity-based policy statements of every role of the template, by role ARN.
 * @throws Error that names the role of an unsupported policy: an unknown AWS-managed policy, an unknown operator, or a
 * condition key whose value the front door does not supply.
 */
export function statementsByRole(resources: readonly Resource[]): ReadonlyMap<string, readonly Statement[]> {
  const roles = resources.filter(({ type }) => type === 'AWS::IAM::Role')
  return new Map(roles.map((role) => [role.arn, statementsOf(role, resources)]))
}

function statementsOf(role: Resource, resources: readonly Resource[]): readonly Statement[] {
  const attached = resources.filter(
    ({ type, properties }) =>
      (type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy') &&
      textsOf(properties.Roles).includes(role.physicalId),
  )
  const managed = textsOf(role.properties.ManagedPolicyArns).flatMap((arn) => managedPolicy(arn, role, resources))
  const documents = [
    ...objectsOf(role.properties.Policies).map((policy) => policy.PolicyDocument),
    ...[...new Set([...attached, ...managed])].map((policy) => policy.properties.PolicyDocument),
  ]
  const statements = documents
    .flatMap(parsePolicy)
    .map((statement) => ({ ...statement, role: `${role.stack}/${role.logicalId}` }))
  requireKnownKeys(statements, role)
  return statements
}

function managedPolicy(arn: string, role: Resource, resources: readonly Resource[]): readonly Resource[] {
  const own = resources.find((resource) => resource.type === 'AWS::IAM::ManagedPolicy' && resource.physicalId === arn)
  if (own) return [own]
  if (MANAGED_BY_AWS.has(arn.split('/').at(-1) ?? '')) return []
  throw new Error(`${role.stack}/${role.logicalId}: the managed policy ${arn} is unknown`)
}

/** Returns a key policy's denials. Allows have no effect: the CDK's key policies delegate to identity policies. */
export function denials(key: Resource): readonly Statement[] {
  const statements = parsePolicy(key.properties.KeyPolicy).filter(({ effect }) => effect === 'Deny')
  requireKnownKeys(statements, key)
  return statements
}

function requireKnownKeys(statements: readonly Statement[], owner: Resource): void {
  const unknown = statements.flatMap(({ condition, actions }) => {
    const isForApiGateway = actions.every((action) => action.startsWith('apigateway:'))
    const supplied = isForApiGateway ? [...SUPPLIED_KEYS, TAG_KEYS] : SUPPLIED_KEYS
    return conditionKeys(condition).filter((key) => !supplied.some((pattern) => pattern.test(key)))
  })[0]
  if (unknown) throw new Error(`${owner.stack}/${owner.logicalId}: the condition key ${unknown} is not supported`)
}
