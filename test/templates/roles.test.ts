import { readFileSync } from 'node:fs'
import { decide, parsePolicy } from '@replywright/cloud/iam'
import { checksBefore } from '@replywright/ops/commands/doctor/before/checks.ts'
import { CHECKS } from '@replywright/ops/commands/doctor/examine.ts'
import { LIVE_CHECKS } from '@replywright/ops/commands/doctor/live/checks.ts'
import { Template } from 'aws-cdk-lib/assertions'
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include'
import { App, Stack } from 'aws-cdk-lib/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  ONE_ROUTE,
  onlyResource,
  type Resource,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
} from '../infra/stacks.ts'

const Reference = v.looseObject({
  Ref: v.optional(v.string()),
  'Fn::Join': v.optional(v.tuple([v.literal(''), v.array(v.unknown())])),
})
const VALUES = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::AccountId': '111122223333',
  Stage: 'prod',
  Repository: 'acme/messaging',
}

/** Returns the statements of a role of .github/roles.yml. */
function statementsOf(logicalId: string) {
  const stack = new Stack(new App())
  new CfnInclude(stack, 'Roles', { templateFile: '.github/roles.yml' })
  const role = Template.fromStack(stack).toJSON().Resources[logicalId]
  return parsePolicy({
    Statement: role.Properties.Policies.flatMap((policy: Resource) => substituted(policy.PolicyDocument.Statement)),
  })
}

/** Replaces `Ref` and `Fn::Sub` by the values. */
function substituted(statements: unknown): Resource[] {
  const text = JSON.stringify(statements).replaceAll(/\{"(?:Fn::Sub|Ref)":("[^"]*")\}/g, '$1')
  const values = Object.entries(VALUES)
  return JSON.parse(
    values.reduce(
      (result, [name, value]) => result.replaceAll(`\${${name}}`, value).replaceAll(`"${name}"`, `"${value}"`),
      text,
    ),
  )
}

/** Replaces `Fn::Join` by its text, with values for references. */
function joined(statement: Resource): Resource {
  const text = (value: unknown): string => {
    if (typeof value === 'string') return value
    const { Ref, ...others } = v.parse(Reference, value)
    if (Ref !== undefined) return new Map(Object.entries(VALUES)).get(Ref) ?? Ref
    return others['Fn::Join']?.[1].map(text).join('') ?? ''
  }
  return { ...statement, Resource: [statement.Resource].flat().map(text) }
}

const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:111122223333:${resource}`
const OWN = { 'aws:resourcetag/service': ['messaging'], 'aws:resourcetag/stage': ['prod'] }
const SETTINGS = { 'dynamodb:leadingkeys': ['settings'] }
const STACK = arn('cloudformation', 'stack/Messaging-prod-Messaging/uuid')
const TABLE = arn('dynamodb', 'table/Messaging-prod-Data-ItemsTableE2D1F4C3-X')
const QUEUE = arn('sqs', 'Messaging-prod-Messaging-TurnsQueue-X.fifo')
const KEY = arn('kms', 'key/0')

/** What a check requests with each right that it declares: resource and context. */
const REQUESTS: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string[]>>?])[]>> = {
  'cloudformation:DescribeStacks': [[arn('cloudformation', 'stack/*/*')]],
  'cloudformation:ListStackResources': [[STACK]],
  'cloudwatch:DescribeAlarms': [[arn('cloudwatch', 'alarm:*')]],
  'cloudwatch:GetMetricData': [['*']],
  'lambda:GetAccountSettings': [['*']],
  'lambda:ListEventSourceMappings': [['*']],
  'lambda:GetFunctionConcurrency': [[arn('lambda', 'function:Messaging-prod-Messaging-IngressFunctionCC445980-X')]],
  'sqs:GetQueueAttributes': [[QUEUE]],
  'sqs:ListDeadLetterSourceQueues': [[QUEUE]],
  'sns:ListSubscriptionsByTopic': [[arn('sns', 'Messaging-prod-Monitoring-TopicBFC7AF6E-X')]],
  'dynamodb:DescribeTable': [[TABLE]],
  'dynamodb:DescribeTimeToLive': [[TABLE]],
  'dynamodb:DescribeContinuousBackups': [[TABLE]],
  'dynamodb:GetItem': [[TABLE, SETTINGS]],
  'kms:Decrypt': [
    [KEY, { ...OWN, 'kms:encryptioncontext:purpose': ['provider-app'] }],
    [KEY, { ...OWN, 'kms:encryptioncontext:purpose': ['model'] }],
    [KEY, { ...OWN, 'kms:viaservice': ['dynamodb.eu-west-1.amazonaws.com'] }],
  ],
  'cognito-idp:DescribeUserPool': [[arn('cognito-idp', 'userpool/eu-west-1_X'), OWN]],
  'ses:GetAccount': [['*']],
  'transcribe:StartStreamTranscription': [['*']],
  'apigateway:GET on /account': [['arn:aws:apigateway:eu-west-1::/account']],
  'apigateway:GET on /apikeys': [['arn:aws:apigateway:eu-west-1::/apikeys']],
  'apigateway:GET on /usageplans/*': [['arn:aws:apigateway:eu-west-1::/usageplans/abc']],
  'bedrock:InvokeModel': [
    ['arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-2-lite-v1:0'],
    [arn('bedrock', 'inference-profile/global.amazon.nova-2-lite-v1:0')],
  ],
}

describe('the role that deploys tags', () => {
  const role = statementsOf('DeployRole')
  const decided = (right: string, resource: string, context: Readonly<Record<string, string[]>> = {}) =>
    decide(role, { action: right.split(' ')[0] ?? '', resource, context: new Map(Object.entries(context)) })

  test('may do what the quick checks of `doctor` declare', () => {
    const rights = CHECKS.filter(({ scans }) => !scans).flatMap((check) => check.rights)
    for (const right of rights) {
      const requests = REQUESTS[right] ?? []
      expect(requests, right).not.toEqual([])
      for (const [resource, context] of requests)
        expect([right, decided(right, resource, context)]).toEqual([right, 'allow'])
    }
    expect(Object.keys(REQUESTS).toSorted()).toEqual([...new Set(rights)].toSorted())
  })

  test.each([
    ['dynamodb:GetItem', TABLE, { 'dynamodb:leadingkeys': ['org#1'] }],
    ['dynamodb:Query', TABLE, SETTINGS],
    ['dynamodb:Scan', TABLE, {}],
    ['dynamodb:DescribeTable', arn('dynamodb', 'table/Messaging-staging-Data-X'), {}],
    ['dynamodb:DescribeTable', arn('dynamodb', 'table/Messaging-prod-eu-Data-X'), {}],
    ['dynamodb:GetItem', arn('dynamodb', 'table/Messaging-prod-eu-Data-X'), SETTINGS],
    ['cloudformation:ListStackResources', arn('cloudformation', 'stack/Messaging-prod-eu-Messaging/uuid'), {}],
    ['lambda:GetFunctionConcurrency', arn('lambda', 'function:Messaging-prod-eu-Messaging-IngressFunction-X'), {}],
    ['sqs:GetQueueAttributes', arn('sqs', 'Messaging-prod-eu-Messaging-TurnsQueue-X.fifo'), {}],
    ['sns:ListSubscriptionsByTopic', arn('sns', 'Messaging-prod-eu-Monitoring-Topic-X'), {}],
    ['kms:Decrypt', KEY, { ...OWN, 'kms:encryptioncontext:purpose': ['webhook-signing'] }],
    ['kms:Decrypt', KEY, { ...OWN, 'aws:resourcetag/stage': ['staging'], 'kms:encryptioncontext:purpose': ['model'] }],
    ['sqs:ReceiveMessage', QUEUE, {}],
    ['cognito-idp:AdminCreateUser', arn('cognito-idp', 'userpool/eu-west-1_X'), OWN],
  ])('may not %s on %s with %j', (action, resource, context) => {
    expect(decided(action, resource, context)).toBe('implicit-deny')
  })

  test('may assume the roles of the CDK, and of operators of its stage', () => {
    const assumes = (name: string) => decided('sts:AssumeRole', `arn:aws:iam::111122223333:role/${name}`)
    expect(assumes('cdk-hnb659fds-deploy-role-111122223333-eu-west-1')).toBe('allow')
    expect(assumes('Messaging-prod-Operators-Operator1A2B-X')).toBe('allow')
    expect(assumes('Messaging-staging-Operators-Operator1A2B-X')).toBe('implicit-deny')
    expect(assumes('Admin')).toBe('implicit-deny')
  })

  test('is used with a check that fails for what it could not check, and with the smoke test', () => {
    const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8')
    expect(workflow).toContain('doctor --quick --strict')
    expect(workflow).toContain('smoke --yes --stage "$STAGE"')
    // Tags of a session that assumes another role need sts:TagSession.
    const [chained = ''] = /role-to-assume: \$\{\{ steps\.operators[\s\S]*?- run/.exec(workflow) ?? []
    expect(chained).toContain('role-chaining: true')
    expect(chained).toContain('role-skip-session-tagging: true')
    expect(decided('sts:TagSession', 'arn:aws:iam::111122223333:role/Messaging-prod-Operators-Operator1A2B-X')).toBe(
      'implicit-deny',
    )
  })
})

test('the role for pull requests can only read templates of its stage', () => {
  const role = statementsOf('DiffRole')
  const actions = role.flatMap((statement) => statement.actions)
  expect(actions).toEqual(['cloudformation:DescribeStacks', 'cloudformation:GetTemplate', 'ssm:GetParameter'])
  const reads = (stack: string) =>
    decide(role, {
      action: 'cloudformation:GetTemplate',
      resource: arn('cloudformation', `stack/Messaging-${stack}/uuid`),
      context: new Map(),
    })
  for (const part of [...Object.keys(synthesizeTestStacks()), 'Firewall', 'SiteAlarms'])
    expect([part, reads(`prod-${part}`), reads(`prod-eu-${part}`)]).toEqual([part, 'allow', 'implicit-deny'])
})

describe('the role of operators', () => {
  const templates = synthesizeTestStacks()
  const role = onlyResource(templates.Operators ? { Operators: templates.Operators } : {}, 'AWS::IAM::Role').Properties
  const granted = role.Policies.flatMap(({ PolicyDocument }: Resource) => PolicyDocument.Statement).filter(
    ({ Effect }: Resource) => Effect === 'Allow',
  )
  const actions = new Set<string>(granted.flatMap(({ Action }: Resource) => Action))

  test('may do what the checks of `doctor` declare, before and after a deployment', () => {
    const rights = [...CHECKS, ...LIVE_CHECKS, ...checksBefore({})].flatMap((check) => check.rights)
    for (const right of rights) expect([...actions]).toContain(right.split(' ')[0])
  })

  test('may read the logs of the functions of its stage only', () => {
    const statements = parsePolicy({ Statement: granted.map(joined) })
    const decided = (action: string, logGroup: string) =>
      decide(statements, { action, resource: arn('logs', `log-group:${logGroup}:*`), context: new Map() })
    for (const action of ['logs:StartQuery', 'logs:FilterLogEvents'])
      for (const part of ['Api-RouteLogs', 'Messaging-DeliverLogs', 'Dashboard-ApiRouteLogs'])
        expect([
          action,
          decided(action, `Messaging-prod-${part}1A2B-X`),
          decided(action, `Messaging-prod-eu-${part}1A2B-X`),
        ]).toEqual([action, 'allow', 'implicit-deny'])
    for (const action of ['logs:DescribeLogGroups', 'logs:GetQueryResults', 'logs:StopQuery'])
      expect(decide(statements, { action, resource: '*', context: new Map() })).toBe('allow')
  })

  test('may let DynamoDB use the key for a restored table if it encrypts the table', () => {
    const grants = (context: Readonly<Record<string, unknown>>) => {
      const { Operators } = synthesizeWithoutDashboard(context, ONE_ROUTE)
      const { Policies } = onlyResource(Operators ? { Operators } : {}, 'AWS::IAM::Role').Properties
      return Policies[0].PolicyDocument.Statement.filter(({ Action }: Resource) => Action === 'kms:CreateGrant')
    }
    expect(grants({})).toEqual([])
    expect(grants({ customerManagedEncryption: true })).toMatchObject([
      {
        Condition: {
          Bool: { 'kms:GrantIsForAWSResource': 'true' },
          StringEquals: {
            'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
          },
        },
      },
    ])
  })

  test('is limited to the stage where AWS allows it, and cannot delete entries of the audit log', () => {
    const unlimited = granted.filter(({ Resource }: Resource) => Resource === '*')
    expect(unlimited).toHaveLength(1)
    // It would include the stage `prod-eu`.
    expect(JSON.stringify(role.Policies)).not.toContain('Messaging-prod-*')
    const changing = unlimited[0].Action.filter((action: string) => !/:(Describe|Get|List)/.test(action))
    // A query, a request for a quota and a stream have no resource.
    expect(changing).toEqual([
      'logs:StopQuery',
      'servicequotas:RequestServiceQuotaIncrease',
      'transcribe:StartStreamTranscription',
    ])
    const denied = role.Policies[0].PolicyDocument.Statement.filter(({ Effect }: Resource) => Effect === 'Deny')
    expect(denied).toMatchObject([
      {
        Action: 'dynamodb:DeleteItem',
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } },
      },
    ])
  })
})
