import { endpoints } from '@messaging/contract/endpoints.ts'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { beforeAll, describe, expect, test, vi } from 'vitest'
import cdkJson from '../cdk.json' with { type: 'json' }
import { routeRights } from '../infra/route-rights.ts'
import {
  actions,
  buildTestStacks,
  functionOf,
  functions,
  onlyResource,
  type Resource,
  resources,
  statements,
  synthesizeWithoutDashboard,
  type Templates,
} from './infra-stacks.ts'

let templates: Templates = {}
beforeAll(() => {
  // The CDK's own validation takes seconds; `cdk synth` runs it.
  vi.stubEnv('CDK_VALIDATION', 'false')
  templates = synthesizeWithoutDashboard()
})

/** Variables that come with a right of a route (infra/route-rights.ts). */
const BY_RIGHT = ['BUCKET_NAME', 'KEY_ARN']

describe('data', () => {
  test('the table survives its stack and is protected, except on a laptop', () => {
    const table = onlyResource(templates, 'AWS::DynamoDB::GlobalTable')
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
    })
    const local = onlyResource(synthesizeWithoutDashboard({ stage: 'local' }), 'AWS::DynamoDB::GlobalTable')
    expect(local.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false)
  })

  test('there is one key, kept and rotated', () => {
    expect(onlyResource(templates, 'AWS::KMS::Key')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    })
  })

  test('that key encrypts table and bucket only when asked to', () => {
    expect(onlyResource(templates, 'AWS::DynamoDB::GlobalTable').Properties).not.toHaveProperty('SSESpecification')
    expect(actions(functionOf(templates, 'relay'), 'kms')).toEqual([])

    const encrypted = synthesizeWithoutDashboard({ customerManagedEncryption: 'true' })
    expect(onlyResource(encrypted, 'AWS::DynamoDB::GlobalTable').Properties.SSESpecification).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
    })
    for (const bucket of Object.values(resources(encrypted, 'AWS::S3::Bucket'))) {
      const [rule] = bucket.Properties.BucketEncryption.ServerSideEncryptionConfiguration
      expect(JSON.stringify(rule.ServerSideEncryptionByDefault.KMSMasterKeyID)).toContain('Key')
    }
    for (const used of Object.values(functions(encrypted)))
      if (actions(used, 'dynamodb').length > 0) expect(actions(used, 'kms')).toContain('kms:GenerateDataKey')
  })
})

describe('functions', () => {
  test('log invocations that succeed only when asked to', () => {
    const levels = (synthesized: Templates) =>
      Object.values(functions(synthesized)).map(({ lambda }) => lambda.Properties.LoggingConfig)
    for (const logging of levels(templates)) expect(logging).toMatchObject({ SystemLogLevel: 'WARN' })
    for (const logging of levels(synthesizeWithoutDashboard({ lambdaInvocationLogs: 'true' })))
      expect(logging).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'INFO' })
  })

  test('each has a role of its own, with nothing on it by AWS’s choice', () => {
    const found = Object.values(resources(templates, 'AWS::Lambda::Function'))
    expect(new Set(found.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0])).size).toBe(found.length)
    for (const { role } of Object.values(functions(templates)))
      expect(role.Properties).not.toHaveProperty('ManagedPolicyArns')
  })

  test('each is told what it needs and nothing else', () => {
    const workers = {
      ingress: ['BUCKET_NAME', 'KEY_ARN', 'PUBLIC_BASE_URL', 'SERVICE_WINDOW_SECONDS', 'STAGE', 'TABLE_NAME'],
      relay: ['QUEUE_URLS', 'RELAY_DEAD_QUEUE_URL'],
      deliver: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'DELIVERIES_QUEUE_URL',
        'KEY_ARN',
        'RETRY_DELAYS_SECONDS',
        'STAGE',
        'TABLE_NAME',
        'UV_THREADPOOL_SIZE',
      ],
      window: [
        'SCHEDULE_DEAD_LETTERS_ARN',
        'SCHEDULE_GROUP',
        'SCHEDULE_ROLE_ARN',
        'SCHEDULE_TARGET_ARN',
        'SERVICE_WINDOW_EXPIRING_LEAD_SECONDS',
        'SERVICE_WINDOW_SECONDS',
        'STAGE',
        'TABLE_NAME',
      ],
      replay: ['STAGE', 'TABLE_NAME'],
      answer: [
        'ALLOW_PRIVATE_DESTINATIONS',
        'BEDROCK_IMAGE_MODEL_ID',
        'BEDROCK_MODEL_ID',
        'BUCKET_NAME',
        'KEY_ARN',
        'MODEL_RETRY_DELAYS_SECONDS',
        'ORGANIZATION_SLOTS',
        'PUBLIC_BASE_URL',
        'SERVICE_WINDOW_SECONDS',
        'SLOT_LEASE_SECONDS',
        'STAGE',
        'TABLE_NAME',
        'TURNS_QUEUE_URL',
      ],
      extract: [
        'BUCKET_NAME',
        'DOCUMENTS_QUEUE_URL',
        'ORGANIZATION_SLOTS',
        'SLOT_LEASE_SECONDS',
        'STAGE',
        'TABLE_NAME',
      ],
    }
    const open = ['PUBLIC_BASE_URL', 'SERVICE_WINDOW_SECONDS', 'STAGE', 'TABLE_NAME']
    // A route of clients is one of the dashboard, too.
    const route = ['DASHBOARD_REQUESTS_PER_MINUTE', ...open]
    const told = Object.entries(functions(templates)).map(([entry, { lambda }]) => [
      entry,
      Object.keys(lambda.Properties.Environment.Variables)
        .filter((name) => !(routeRights[entry.replace('api/', '')] && BY_RIGHT.includes(name)))
        .toSorted(),
    ])
    const routes = Object.entries(endpoints).map(([key, { access }]) => [
      `api/${key}`,
      access === 'public' ? open : route,
    ])
    expect(Object.fromEntries(told)).toEqual({ ...workers, ...Object.fromEntries(routes) })
  })

  test('each decrypts secrets of one purpose at most, but the agent’s, which needs what an agent does', () => {
    const purposes = Object.entries(functions(templates)).flatMap(([entry, used]) =>
      (routeRights[entry.replace('api/', '')] ? [] : statements(used))
        .filter(({ Action }) => JSON.stringify(Action).includes('kms:'))
        .map(({ Action, Condition }) => [entry, Action, Condition]),
    )
    const only = (purpose: string) => ({ StringEquals: { 'kms:EncryptionContext:purpose': purpose } })
    expect(purposes.toSorted()).toEqual([
      ['answer', 'kms:Decrypt', only('agent-secret')],
      ['answer', 'kms:Decrypt', only('model')],
      ['answer', 'kms:Decrypt', only('provider-app')],
      ['answer', 'kms:Decrypt', only('provider-token')],
      ['deliver', 'kms:Decrypt', only('webhook-signing')],
      ['ingress', 'kms:Decrypt', only('provider-app')],
    ])
  })

  test('each worker may do with items what its work is', () => {
    const workers: Readonly<Record<string, readonly string[]>> = {
      ingress: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
      relay: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
      deliver: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
      window: ['GetItem', 'PutItem', 'UpdateItem'],
      replay: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
      extract: ['GetItem', 'PutItem', 'UpdateItem'],
      answer: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    }
    const allowed = Object.entries(functions(templates))
      .filter(([entry]) => !entry.startsWith('api/'))
      .map(([entry, used]) => [entry, actions(used, 'dynamodb').map((action) => action.replace('dynamodb:', ''))])
    expect(Object.fromEntries(allowed)).toEqual(workers)
  })

  test('a route that only reads changes rows of API keys, counts of requests and Idempotency-Keys alone', () => {
    for (const [key, { access, method }] of Object.entries(endpoints)) {
      if (access !== 'read') continue
      const changes = statements(functionOf(templates, `api/${key}`)).filter(({ Action }) =>
        /dynamodb:(Put|Update|Delete)Item/.test(JSON.stringify(Action)),
      )
      expect([key, method, changes]).toMatchObject([
        key,
        'GET',
        [{ Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['k#*', 'requests#*'] } } }],
      ])
    }
  })

  test('what anybody may read reaches no table', () => {
    for (const entry of ['api/openapi/document', 'api/openapi/reference', 'api/link/return'])
      expect([entry, actions(functionOf(templates, entry), 'dynamodb')]).toEqual([entry, []])
  })

  test('replays look up failures in the index, and query nothing else', () => {
    const queries = statements(functionOf(templates, 'replay')).filter(({ Action }) => Action === 'dynamodb:Query')
    expect(queries.map(({ Resource }) => JSON.stringify(Resource))).toEqual([expect.stringContaining('/index/gsi1')])
  })

  test('only the relay sends to queues, and only the workers take from their own', () => {
    const take = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage']
    const sqs = Object.entries(functions(templates)).map(([entry, used]) => [entry, actions(used, 'sqs')])
    expect(Object.fromEntries(sqs.filter(([, found]) => found?.length))).toEqual({
      deliver: ['sqs:ChangeMessageVisibility', ...take],
      window: take,
      replay: take,
      answer: ['sqs:ChangeMessageVisibility', ...take],
      extract: ['sqs:ChangeMessageVisibility', ...take],
      relay: ['sqs:SendMessage'],
    })
  })
})

describe('messaging', () => {
  const mapping = (source: string) =>
    Object.entries(resources(templates, 'AWS::Lambda::EventSourceMapping')).find(([id]) => id.startsWith(source))?.[1]
      .Properties

  test('the relay reads the stream from its beginning and gives up on nothing before six hours', () => {
    const { EventSourceArn, DestinationConfig, FunctionName, FilterCriteria, Tags, ...numbers } = mapping('Relay')
    expect(numbers).toEqual({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 0,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      MetricsConfig: { Metrics: ['EventCount'] },
      MaximumRecordAgeInSeconds: 6 * 3600,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
    expect(FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { out: { M: { q: { S: [{ exists: true }] } } } } } },
    ])
    const [bucket] = Object.keys(resources(templates, 'AWS::S3::Bucket')).filter((id) => id.startsWith('Relay'))
    expect(DestinationConfig.OnFailure.Destination).toEqual({ 'Fn::GetAtt': [bucket, 'Arn'] })
  })

  test('the relay knows its queues by the names that items use', () => {
    const { QUEUE_URLS } = functionOf(templates, 'relay').lambda.Properties.Environment.Variables ?? {}
    const queue = (name: string) => ({
      Ref: Object.keys(resources(templates, 'AWS::SQS::Queue')).find((id) => id.startsWith(`${name}Queue`)),
    })
    expect(QUEUE_URLS['Fn::Join'][1]).toEqual([
      '{"deliveries":"',
      queue('Deliveries'),
      '","windows":"',
      queue('Windows'),
      '","replays":"',
      queue('Replays'),
      '","turns":"',
      queue('Turns'),
      '","documents":"',
      queue('DocumentReaderDocuments'),
      '"}',
    ])
  })

  test.each([
    ['10,30,90', 14],
    ['1', 12],
  ])('with retries after %s s a delivery is dead after %i receipts', (retryDelaysSeconds, maxReceiveCount) => {
    const found = synthesizeWithoutDashboard({ retryDelaysSeconds })
    const [queue] = Object.values(resources(found, 'AWS::SQS::Queue')).filter(
      ({ Properties }) => Properties.RedrivePolicy,
    )
    expect(queue?.Properties).toMatchObject({ VisibilityTimeout: 180, RedrivePolicy: { maxReceiveCount } })
    const [deadLetters] = queue?.Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'] ?? []
    expect(resources(found, 'AWS::SQS::Queue')[deadLetters]?.Properties.MessageRetentionPeriod).toBe(14 * 86_400)
    expect(functionOf(found, 'deliver').lambda.Properties).toMatchObject({
      Timeout: 30,
      Environment: { Variables: { RETRY_DELAYS_SECONDS: retryDelaysSeconds } },
    })
  })

  test('the worker takes ten deliveries at a time and reports them one by one', () => {
    expect(mapping('Deliveries')).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    })
  })

  test('turns of a conversation come one after the other, and wait for a model that is down', () => {
    const queues = Object.entries(resources(templates, 'AWS::SQS::Queue')).filter(([id]) => id.startsWith('Turns'))
    expect(queues).toHaveLength(2)
    for (const [, { Properties }] of queues)
      expect(Properties).toMatchObject({
        FifoQueue: true,
        ContentBasedDeduplication: true,
        FifoThroughputLimit: 'perMessageGroupId',
      })
    const [queue] = queues.filter(([, { Properties }]) => Properties.RedrivePolicy)
    expect(queue?.[1].Properties).toMatchObject({ VisibilityTimeout: 150, RedrivePolicy: { maxReceiveCount: 128 } })
    expect(functionOf(templates, 'answer').lambda.Properties).toMatchObject({
      Timeout: 120,
      MemorySize: 512,
      Environment: { Variables: { ORGANIZATION_SLOTS: '5', SLOT_LEASE_SECONDS: '125' } },
    })
    expect(mapping('Turns')).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    })
  })

  test('schedules send to the windows queue, with a role that the Scheduler takes for their group only', () => {
    const queues = resources(templates, 'AWS::SQS::Queue')
    const arnOf = (name: string) => ({
      'Fn::GetAtt': [Object.keys(queues).find((id) => id.startsWith(name)), 'Arn'],
    })
    const [group = ''] = Object.keys(resources(templates, 'AWS::Scheduler::ScheduleGroup'))
    const roles = resources(templates, 'AWS::IAM::Role')
    const [roleId = '', role] = Object.entries(roles).find(([id]) => id.startsWith('SchedulesRole')) ?? []
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
          },
        },
      },
    ])
    expect(role?.Properties.Policies[0].PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: [arnOf('SchedulesDeadLetters'), arnOf('WindowsQueue')],
      },
    ])
    const window = functionOf(templates, 'window')
    const own = statements(window).filter(({ Action }) => /^(scheduler|iam):/.test(String(Action)))
    expect(own).toEqual([
      expect.objectContaining({
        Action: 'scheduler:CreateSchedule',
        Resource: { 'Fn::Join': ['', expect.arrayContaining([':schedule/', { Ref: group }, '/*'])] },
      }),
      {
        Effect: 'Allow',
        Action: 'iam:PassRole',
        Resource: { 'Fn::GetAtt': [roleId, 'Arn'] },
        Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      },
    ])
    expect(window.lambda.Properties.Environment.Variables).toMatchObject({
      SCHEDULE_TARGET_ARN: arnOf('WindowsQueue'),
      SERVICE_WINDOW_SECONDS: '86400',
      SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: '3600',
    })
  })

  test('one file is read at a time, apart from all else, and its reader reaches documents only', () => {
    const reader = functionOf(templates, 'extract')
    expect(reader.lambda.Properties).toMatchObject({ Timeout: 120, MemorySize: 1024 })
    expect(mapping('DocumentReader')).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
    const onObjects = statements(reader).filter(({ Action }) => JSON.stringify(Action).includes('s3:'))
    expect(onObjects).toEqual([
      expect.objectContaining({
        Action: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
        Resource: { 'Fn::Join': ['', [expect.anything(), '/documents/*']] },
      }),
    ])
  })

  test('browsers may send forms to the bucket, and nothing else', () => {
    const [bucket] = Object.entries(resources(templates, 'AWS::S3::Bucket')).filter(([id]) => id.startsWith('Objects'))
    expect(bucket?.[1].Properties.CorsConfiguration).toEqual({
      CorsRules: [{ AllowedMethods: ['POST'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] }],
    })
  })

  test('executions are reserved for the ingress when the deployment says so, and for nothing else', () => {
    const reservedIn = (from: Templates) =>
      Object.entries(functions(from)).flatMap(([entry, { lambda }]) => {
        const reserved = lambda.Properties.ReservedConcurrentExecutions
        return reserved === undefined ? [] : [[entry, reserved]]
      })
    expect(reservedIn(templates)).toEqual([])
    const context = { accountConcurrency: 1000, ingressReservedConcurrency: 200 }
    expect(reservedIn(synthesizeWithoutDashboard(context))).toEqual([['ingress', 200]])
  })

  test('the provider reaches the ingress with no AWS credentials', () => {
    expect(onlyResource(templates, 'AWS::Lambda::Url').Properties.AuthType).toBe('NONE')
    const open = Object.values(resources(templates, 'AWS::Lambda::Permission')).filter(
      ({ Properties }) => Properties.Principal === '*',
    )
    expect(open.map(({ Properties: { FunctionName, Principal, ...rest } }) => rest)).toEqual([
      { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' },
      { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
    ])
  })
})

describe('the whole', () => {
  test('nothing that can be replaced has a physical name, so that a replacement never collides', () => {
    const named = Object.entries(templates).flatMap(([stack, template]) =>
      Object.entries<Resource>(template.toJSON().Resources).flatMap(([id, { Type, Properties }]) => {
        const name = `${Type.split('::').at(-1)?.replace('GlobalTable', 'Table')}Name`
        return name in (Properties ?? {}) ? [`${stack} ${id}`] : []
      }),
    )
    // Of an alarm nothing but the name can make it be replaced.
    expect(named.filter((id) => !/^(Api ApiDeploymentStage|Monitoring Alarms)/.test(id))).toEqual([])
  })

  test('what people and tools look for is an output', () => {
    const outputs = Object.values(templates).flatMap((template) => Object.keys(template.findOutputs('*')))
    expect(outputs).toEqual(
      expect.arrayContaining([
        'TableName',
        'KeyArn',
        'DeliveriesQueueUrl',
        'DeliveriesDeadLetterQueueUrl',
        'WindowsQueueUrl',
        'WindowsDeadLetterQueueUrl',
        'ReplaysQueueUrl',
        'ReplaysDeadLetterQueueUrl',
        'TurnsQueueUrl',
        'TurnsDeadLetterQueueUrl',
        'SchedulesDeadLetterQueueUrl',
        'RelayDeadQueueUrl',
        'IngressUrl',
        'BaseUrl',
        'RestApiId',
        'UsagePlanId',
        'AlarmTopicArn',
        'DashboardUrl',
      ]),
    )
  })

  test('no stack comes near the 500 resources of CloudFormation, and seventy routes fit', () => {
    const largest = (of: Templates) =>
      Math.max(...Object.values(of).map((template) => Object.keys(template.toJSON().Resources).length))
    const nouns = Array.from({ length: 18 }, (_, index) => `noun-${index}`)
    const verbs = ['create', 'publish', 'subscribe', 'test']
    const routes = nouns.flatMap((noun) =>
      verbs.map((verb) => [
        `${noun}/${verb}`,
        {
          method: 'POST',
          path: `/api/v1/${noun}/${verb === 'create' ? '' : `{id}/${verb}/`}`,
          access: 'write' as const,
        },
      ]),
    )
    expect(largest(templates)).toBeLessThan(400)
    expect(largest(synthesizeWithoutDashboard({}, Object.fromEntries(routes)))).toBeLessThan(425)
  })

  test('logs are kept for as long as the setting says, and the routes share theirs', () => {
    const groups = resources(synthesizeWithoutDashboard({ logRetentionDays: '7' }), 'AWS::Logs::LogGroup')
    expect(Object.values(groups).map(({ Properties }) => Properties.RetentionInDays)).toEqual(Array(9).fill(7))
    expect(new Set(Object.keys(groups).map((id) => id.replace(/[0-9A-F]{8}$/, '')))).toEqual(
      new Set([
        'IngressLogs',
        'DeliverLogs',
        'WindowLogs',
        'ReplayLogs',
        'AnswerLogs',
        'DocumentReaderExtractLogs',
        'RelayLogs',
        'AccessLogs',
        'RouteLogs',
      ]),
    )
  })

  test('API Gateway’s role for logs is made before the API, or not at all', () => {
    expect(Object.keys(templates)).toContain('Account')
    expect(Object.keys(synthesizeWithoutDashboard({ manageApiGatewayAccount: 'false' }))).not.toContain('Account')
    const { stacks } = buildTestStacks()
    const api = stacks.find(({ stackName }) => stackName.endsWith('-Api'))
    expect(api?.dependencies.map(({ stackName }) => stackName)).toContain('Messaging-prod-Account')
  })

  test('cdk.json follows the recommendations of the installed CDK', () => {
    // CloudFormation looks each weak reference up by DescribeStacks, whose rate it exhausts; exports are resolved once.
    expect(cdkJson.context).toEqual({ ...flags, '@aws-cdk/core:defaultCrossStackReferences': 'strong' })
  })
})
