import { AccountRootPrincipal, Effect, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import { Arn, ArnFormat, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { ApiStack } from './api-stack.ts'
import { acknowledge } from './constructs/acknowledge.ts'
import type { DataStack } from './data-stack.ts'
import { deadLetterEntries, type Watched } from './monitoring/watched.ts'
import type { Settings } from './settings.ts'

interface OperatorsStackProps extends StackProps {
  readonly settings: Settings
  readonly data: DataStack
  readonly clients: ApiStack
  readonly watched: Watched
}

/** A role for operators' commands (`ops`), so that operators need no administrator's credentials. */
export class OperatorsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperatorsStackProps) {
    const { settings, data, clients, watched, ...rest } = props
    super(scope, id, { description: 'Messaging service: the role of operators', ...rest })
    const statements = [
      ...accountStatements(this, settings.stage),
      ...dataStatements(data),
      ...restoreStatements(data),
      ...queueStatements(watched),
      allow(['s3:ListBucket'], watched.discarded.bucketArn),
      allow(['s3:GetObject'], watched.discarded.arnForObjects('*')),
      ...(settings.apiCertificateArn ? [allow(['acm:DescribeCertificate'], settings.apiCertificateArn)] : []),
      ...keyStatements(this, { usagePlanId: clients.usagePlanId, stage: settings.stage }),
      allow(['apigateway:GET'], stageArn(this, clients.api.restApiId, settings.stage)),
    ]
    const role = new Role(this, 'Operator', {
      description: `Operators of the messaging service, stage ${settings.stage}`,
      // Who may assume it is decided by the permissions of the account's users and roles.
      assumedBy: new AccountRootPrincipal(),
      maxSessionDuration: Duration.hours(8),
      inlinePolicies: { Operate: new PolicyDocument({ statements }) },
    })
    for (const { resources } of statements)
      for (const resource of resources.filter((each) => each.includes('*')))
        acknowledge(
          role,
          `AwsSolutions-IAM5[Resource::${nagText(this.resolve(resource))}]`,
          'These actions cannot be limited to single resources of a stage, or its resources have generated names.',
        )
    new CfnOutput(this, 'OperatorRoleArn', { value: role.roleArn })
  }
}

const allow = (actions: string[], ...resources: string[]) => new PolicyStatement({ actions, resources })

/** The name of a log group begins with that of its stack. */
const STACKS_WITH_FUNCTIONS = ['Api', 'Messaging', 'Dashboard']

/**
 * What `doctor`, `model check`, `trace --logs` and the runbook read of the account. `Messaging-prod-*` would include the stage `prod-eu`.
 * CloudFormation shortens the name of the stack in long names of functions, so only the first letter is sure.
 */
function accountStatements(stack: Stack, stage: string): PolicyStatement[] {
  return [
    allow(
      [
        'backup:ListBackupJobs',
        'backup:ListCopyJobs',
        'bedrock:ListFoundationModels',
        'bedrock:ListInferenceProfiles',
        'cloudformation:DescribeStacks',
        'cloudfront:ListDistributions',
        'cloudwatch:DescribeAlarmHistory',
        'cloudwatch:DescribeAlarms',
        'cloudwatch:GetDashboard',
        'cloudwatch:GetMetricData',
        'cloudwatch:ListDashboards',
        'cloudwatch:ListMetrics',
        'iam:GetAccountSummary',
        'lambda:GetAccountSettings',
        'lambda:ListEventSourceMappings',
        'lambda:ListFunctions',
        'logs:DescribeLogGroups',
        'logs:GetQueryResults',
        'logs:StopQuery',
        'organizations:DescribeOrganization',
        'servicequotas:ListServiceQuotas',
        'servicequotas:RequestServiceQuotaIncrease',
        'ses:GetAccount',
        'ses:GetEmailIdentity',
        'transcribe:StartStreamTranscription',
      ],
      '*',
    ),
    allow(
      ['cloudformation:ListStackResources'],
      stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `Messaging-${stage}-Messaging/*` }),
    ),
    allow(
      [
        'lambda:GetFunction',
        'lambda:GetFunctionConcurrency',
        'lambda:GetFunctionRecursionConfig',
        'lambda:PutFunctionRecursionConfig',
      ],
      stack.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: `Messaging-${stage}-M*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ),
    // The id of a mapping is generated.
    new PolicyStatement({
      actions: ['lambda:UpdateEventSourceMapping'],
      resources: [
        stack.formatArn({
          service: 'lambda',
          resource: 'event-source-mapping',
          resourceName: '*',
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      conditions: {
        ArnLike: {
          'lambda:FunctionArn': stack.formatArn({
            service: 'lambda',
            resource: 'function',
            resourceName: `Messaging-${stage}-M*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
    allow(
      ['logs:FilterLogEvents', 'logs:StartQuery'],
      ...STACKS_WITH_FUNCTIONS.map((part) =>
        stack.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: `Messaging-${stage}-${part}-*`,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
    ),
    allow(
      ['sns:ListSubscriptionsByTopic'],
      stack.formatArn({ service: 'sns', resource: `Messaging-${stage}-Monitoring-*` }),
    ),
    allow(
      ['bedrock:InvokeModel'],
      Arn.format(
        { service: 'bedrock', region: '*', account: '', resource: 'foundation-model', resourceName: '*' },
        stack,
      ),
      Arn.format({ service: 'bedrock', region: '*', resource: 'inference-profile', resourceName: '*' }, stack),
    ),
  ]
}

/** The table, the bucket, the secrets and the users. Entries of the audit log can be read and added. */
function dataStatements({
  table: { table },
  bucket: { bucket },
  key: { key },
  users: { pool },
}: DataStack): PolicyStatement[] {
  const item = ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem']
  const describe = [
    'DescribeContinuousBackups',
    'DescribeContributorInsights',
    'DescribeTable',
    'DescribeTimeToLive',
    'RestoreTableToPointInTime',
    'UpdateContributorInsights',
  ]
  const dynamodb = (names: string[]) => names.map((name) => `dynamodb:${name}`)
  // AWS restores with the rights of the caller.
  const restore = ['BatchWriteItem', 'DeleteTable', 'DescribeTable', ...item]
  const administer = [
    'AdminAddUserToGroup',
    'AdminCreateUser',
    'AdminDeleteUser',
    'AdminGetUser',
    'AdminRemoveUserFromGroup',
    'AdminSetUserMFAPreference',
    'AdminUserGlobalSignOut',
    'DescribeUserPool',
    'ListUsers',
    'ListUsersInGroup',
  ]
  return [
    allow(dynamodb([...item, ...describe]), table.tableArn),
    allow(dynamodb(['Query', 'UpdateContributorInsights']), `${table.tableArn}/index/*`),
    allow(dynamodb([...restore, 'RestoreTableToPointInTime']), `${table.tableArn}-rehearsal-*`),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: dynamodb(['DeleteItem']),
      resources: [table.tableArn],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } },
    }),
    allow(
      [
        'CancelKeyDeletion',
        'DescribeKey',
        'Decrypt',
        'EnableKey',
        'Encrypt',
        'GenerateDataKey',
        'ReEncryptFrom',
        'ReEncryptTo',
      ].map((name) => `kms:${name}`),
      key.keyArn,
    ),
    allow(['s3:ListBucket', 's3:ListBucketVersions'], bucket.bucketArn),
    allow(['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:GetObject'], bucket.arnForObjects('*')),
    allow(
      administer.map((name) => `cognito-idp:${name}`),
      pool.userPoolArn,
    ),
  ]
}

/** DynamoDB encrypts a restored table with the key of the source. It uses a key of the service by a grant. */
function restoreStatements({ encryptionKey, region }: DataStack): PolicyStatement[] {
  if (!encryptionKey) return []
  return [
    new PolicyStatement({
      actions: ['kms:CreateGrant'],
      resources: [encryptionKey.key.keyArn],
      conditions: {
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
        StringEquals: { 'kms:ViaService': `dynamodb.${region}.amazonaws.com` },
      },
    }),
  ]
}

/** What `dead-letters` and `reconcile` do with the queues. */
function queueStatements(watched: Watched): PolicyStatement[] {
  const work = Object.values(watched.queues).map(({ queue }) => queue.queueArn)
  const dead = deadLetterEntries(watched).map(([, queue]) => queue.queueArn)
  const read = ['sqs:GetQueueAttributes', 'sqs:ListDeadLetterSourceQueues']
  const letters = ['ChangeMessageVisibility', 'DeleteMessage', 'PurgeQueue', 'ReceiveMessage', 'SendMessage']
  const moves = ['CancelMessageMoveTask', 'ListMessageMoveTasks', 'StartMessageMoveTask']
  return [
    allow([...read, 'sqs:SendMessage'], ...work),
    allow([...read, ...[...letters, ...moves].map((name) => `sqs:${name}`)], ...dead),
  ]
}

function gatewayArn({ partition, region }: Stack, path: string): string {
  return `arn:${partition}:apigateway:${region}::${path}`
}

/** Returns the ARN of the stage of the API for clients, whose limits `doctor --live` reads. */
function stageArn(stack: Stack, restApiId: string, stage: string): string {
  return gatewayArn(stack, `/restapis/${restApiId}/stages/${stage}`)
}

/** API keys are in no stack. Functions can only delete keys with the tags of the stage; operators also clean those without tags. */
function keyStatements(
  stack: Stack,
  { usagePlanId, stage }: { usagePlanId: string; stage: string },
): PolicyStatement[] {
  const gateway = (path: string) => gatewayArn(stack, path)
  return [
    allow(['apigateway:GET', 'apigateway:POST'], gateway('/apikeys'), gateway(`/usageplans/${usagePlanId}/keys`)),
    allow(['apigateway:GET'], gateway('/apikeys/*')),
    allow(['apigateway:DELETE', 'apigateway:GET'], gateway(`/usageplans/${usagePlanId}/keys/*`)),
    new PolicyStatement({
      actions: ['apigateway:DELETE'],
      resources: [gateway('/apikeys/*')],
      // Keys without tags were left by an interrupted creation. Those of another stage or service have other tags.
      conditions: {
        StringEqualsIfExists: { 'aws:ResourceTag/service': 'messaging', 'aws:ResourceTag/stage': stage },
      },
    }),
    allow(['apigateway:GET'], gateway('/account'), gateway(`/usageplans/${usagePlanId}`)),
    allow(['apigateway:PUT'], gateway('/tags/*')),
  ]
}

/** Returns an ARN as cdk-nag writes it: references in angle brackets. */
function nagText(arn: unknown): string {
  if (typeof arn === 'string') return arn
  const [[name, argument] = ['', undefined]] = Object.entries(Object(arn))
  if (name === 'Fn::Join' && Array.isArray(argument)) return argument[1].map(nagText).join(argument[0])
  return `<${[argument].flat().join('.')}>`
}
