import { readFileSync } from 'node:fs'
import { decide, parsePolicy } from '@replywright/cloud/iam'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ONE_ROUTE, onlyResource, type Resource, resources, synthesizeWithoutDashboard } from '../infra/stacks.ts'

const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate/0'
const templates = synthesizeWithoutDashboard(
  { apiDomainName: 'api.example.com', apiCertificateArn: CERTIFICATE },
  ONE_ROUTE,
)

const VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::AccountId': '111122223333',
}
const Reference = v.looseObject({
  Ref: v.optional(v.string()),
  'Fn::ImportValue': v.optional(v.string()),
  'Fn::Join': v.optional(v.tuple([v.literal(''), v.array(v.unknown())])),
})

/** Returns the text of a value: references to resources of other stacks as the name of their export. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::ImportValue': imported, 'Fn::Join': join } = v.parse(Reference, value)
  if (Ref !== undefined) return VALUES[Ref] ?? Ref
  return imported ?? join?.[1].map(text).join('') ?? ''
}

/** Returns the ARN of a resource of the service as the role of operators names it. */
function imported(...parts: readonly string[]): string {
  const policy = JSON.stringify(statements.map(({ Resource: resource }) => [resource].flat()))
  const found = policy.match(/"[^"]+"/g)?.map((each) => each.slice(1, -1)) ?? []
  const match = found.find((each) => parts.every((part) => each.includes(part)))
  if (match === undefined) throw new Error(`The role names no resource with ${parts.join(' and ')}`)
  return match
}

const statements: Resource[] = Object.values(resources(templates, 'AWS::IAM::Role'))
  .map(({ Properties }) => Properties)
  .find(({ Description = '' }) => Description.startsWith('Operators of'))
  ?.Policies[0].PolicyDocument.Statement.map((statement: Resource) => ({
    ...statement,
    Resource: [statement.Resource].flat().map(text),
    ...(statement.Condition && {
      Condition: JSON.parse(
        JSON.stringify(statement.Condition, (_, value) => (value?.['Fn::Join'] ? text(value) : value)),
      ),
    }),
  }))

const own = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:111122223333:${resource}`
const FUNCTION = own('lambda', 'function:Messaging-prod-Messaging-RelayFunction-X')

/** The rights of each command and step in the runbook, with a resource that it is used on. */
const NEEDS: Readonly<
  Record<string, readonly (readonly [action: string, resource: string, context?: Record<string, string[]>])[]>
> = {
  'acm describe-certificate': [['acm:DescribeCertificate', CERTIFICATE]],
  'backup list-backup-jobs': [['backup:ListBackupJobs', '*']],
  'backup list-copy-jobs': [['backup:ListCopyJobs', '*']],
  'bedrock list-inference-profiles': [['bedrock:ListInferenceProfiles', '*']],
  'cloudformation describe-stacks': [['cloudformation:DescribeStacks', '*']],
  'dynamodb query': [['dynamodb:Query', imported('Table', 'Arn')]],
  'dynamodb update-contributor-insights': [['dynamodb:UpdateContributorInsights', imported('Table', 'Arn')]],
  'kms cancel-key-deletion': [['kms:CancelKeyDeletion', imported('Key', 'Arn')]],
  'kms enable-key': [['kms:EnableKey', imported('Key', 'Arn')]],
  'lambda put-function-recursion-config': [['lambda:PutFunctionRecursionConfig', FUNCTION]],
  's3 cp': [['s3:GetObject', `${imported('Objects', 'Arn').replace(/\/?\*$/, '')}/parked/1`]],
  's3 ls': [['s3:ListBucket', imported('Failures', 'Arn')]],
  's3api list-object-versions': [['s3:ListBucketVersions', imported('Objects', 'Arn').replace(/\/?\*$/, '')]],
  'the Lambda console': [
    ['lambda:ListFunctions', '*'],
    ['lambda:GetFunction', FUNCTION],
    ['lambda:ListEventSourceMappings', '*'],
    ['lambda:UpdateEventSourceMapping', own('lambda', 'event-source-mapping:0'), { 'lambda:functionarn': [FUNCTION] }],
  ],
  'Service Quotas': [
    ['servicequotas:ListServiceQuotas', '*'],
    ['servicequotas:RequestServiceQuotaIncrease', '*'],
  ],
  'the CloudWatch dashboard': [
    ['cloudwatch:GetDashboard', '*'],
    ['cloudwatch:ListDashboards', '*'],
    ['cloudwatch:ListMetrics', '*'],
    ['cloudwatch:GetMetricData', '*'],
  ],
}

/** Steps of administrators, which need rights of their own. */
const OF_ADMINISTRATORS = /^## Restore the table$[\s\S]*?(?=^## (?!#))|^AWS_PROFILE=old .*$/gm

test('operators may use each AWS command and console step of the runbook', () => {
  const role = parsePolicy({ Statement: statements })
  const page = readFileSync('docs/operations.md', 'utf8').replaceAll(OF_ADMINISTRATORS, '')
  const commands = [...page.matchAll(/\baws ([a-z0-9]+ [a-z][a-z-]+)/g)].map(([, command = '']) => command)
  expect(commands.length).toBeGreaterThan(8)
  const steps = [...new Set(commands), 'the Lambda console', 'Service Quotas', 'the CloudWatch dashboard']
  for (const step of steps) {
    expect(NEEDS[step], `the rights of "${step}" are unknown`).toBeDefined()
    for (const [action, resource, context = {}] of NEEDS[step] ?? [])
      expect([step, action, decide(role, { action, resource, context: new Map(Object.entries(context)) })]).toEqual([
        step,
        action,
        'allow',
      ])
  }
})

test('operators may delete API keys of their stage and those without tags, but none of another stage or service', () => {
  const role = parsePolicy({ Statement: statements })
  const deletes = (tags: Readonly<Record<string, string>>) =>
    decide(role, {
      action: 'apigateway:DELETE',
      resource: 'arn:aws:apigateway:eu-west-1::/apikeys/k1',
      context: new Map(Object.entries(tags).map(([name, value]) => [`aws:resourcetag/${name}`, [value]])),
    })
  expect(deletes({ service: 'messaging', stage: 'prod' })).toBe('allow')
  expect(deletes({})).toBe('allow')
  expect(deletes({ service: 'messaging', stage: 'staging' })).toBe('implicit-deny')
  expect(deletes({ service: 'shop' })).toBe('implicit-deny')
})

test('operators may change event source mappings of their stage only', () => {
  const role = parsePolicy({ Statement: statements })
  const changes = (fn: string) =>
    decide(role, {
      action: 'lambda:UpdateEventSourceMapping',
      resource: own('lambda', 'event-source-mapping:0'),
      context: new Map([['lambda:functionarn', [own('lambda', `function:${fn}`)]]]),
    })
  expect(changes('Messaging-prod-Messaging-Answer-X')).toBe('allow')
  expect(changes('Messaging-staging-Messaging-Answer-X')).toBe('implicit-deny')
  expect(onlyResource(templates, 'AWS::DynamoDB::GlobalTable')).toBeDefined()
})
