import { describe, expect, test } from 'vitest'
import {
  functionOf,
  functions,
  ONE_ROUTE,
  onlyResource,
  resources,
  statements,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()

/**
 * Functions that may send to a queue that invokes them, and what ends a chain of their messages. Lambda drops about the seventeenth
 * invocation of a chain unless the template allows it.
 */
const OWN_CHAINS: Readonly<Record<string, { readonly allowed: boolean }>> = {
  // Attempts, waits between them, and steps of a search for a success: more than sixteen with long delays.
  deliver: { allowed: true },
  // An hourly message sends those of websites, which send none: two.
  extract: { allowed: false },
}

test('a function that sends to a queue that invokes it is known, and has its chain allowed if that can be long', () => {
  const mappings = Object.values(resources(templates, 'AWS::Lambda::EventSourceMapping')).map(({ Properties }) => ({
    source: JSON.stringify(Properties.EventSourceArn),
    target: JSON.stringify(Properties.FunctionName),
  }))
  const idOf = new Map(
    Object.entries(resources(templates, 'AWS::Lambda::Function')).map(([id, { Properties }]) => [
      Properties.Code.ZipFile,
      JSON.stringify({ Ref: id }),
    ]),
  )
  const chains = Object.entries(functions(templates)).flatMap(([entry, found]) => {
    const own = mappings.flatMap(({ source, target }) => (target === idOf.get(entry) ? [source] : []))
    const sendsTo = statements(found)
      .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
      .flatMap(({ Resource: arns }) => [arns].flat().map((arn) => JSON.stringify(arn)))
    if (!sendsTo.some((arn) => own.includes(arn))) return []
    return [[entry, { allowed: found.lambda.Properties.RecursiveLoop === 'Allow' }] as const]
  })
  expect(Object.fromEntries(chains)).toEqual(OWN_CHAINS)
  const allowed = Object.values(resources(templates, 'AWS::Lambda::Function')).filter(
    ({ Properties }) => Properties.RecursiveLoop !== undefined,
  )
  expect(allowed).toHaveLength(1)
})

describe('messaging', () => {
  const mapping = (source: string) =>
    Object.entries(resources(templates, 'AWS::Lambda::EventSourceMapping')).find(([id]) => id.startsWith(source))?.[1]
      .Properties

  test('the relay reads the stream from its beginning and drops no record before six hours', () => {
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

  test('the counter reads deliveries, charges of messages and expired conversations, in batches of a window, and discards no record', () => {
    const { EventSourceArn, FunctionName, FilterCriteria, Tags, ...numbers } = mapping('Counter')
    expect(numbers).toEqual({
      StartingPosition: 'LATEST',
      BatchSize: 1000,
      MaximumBatchingWindowInSeconds: 20,
      MaximumRetryAttempts: -1,
    })
    const patterns = FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))
    const isNoTest = { S: [{ 'anything-but': ['test.ping'] }] }
    const Keys = { pk: { S: [{ prefix: 'd#' }] } }
    expect(patterns).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys, NewImage: { n: { N: ['0'] }, e: isNoTest } } },
      { eventName: ['MODIFY'], dynamodb: { Keys, NewImage: { y: { S: [{ exists: true }] }, e: isNoTest } } },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          Keys: { pk: { S: [{ prefix: 'c#' }] }, sk: { S: [{ prefix: 'm#' }] } },
          NewImage: { cg: { M: { n: { S: [{ exists: true }] } } }, ba: { N: [{ exists: false }] } },
        },
      },
      {
        eventName: ['REMOVE'],
        userIdentity: { principalId: ['dynamodb.amazonaws.com'] },
        dynamodb: { Keys: { pk: { S: [{ prefix: 'c#' }] }, sk: { S: ['expiry'] } } },
      },
    ])
  })

  test('the relay has its queues by the names in the items', () => {
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
      '","proofs":"',
      queue('Proofs'),
      '"}',
    ])
  })

  test.each(['10,30,90', '1'])('with retries after %s s a message is a dead letter after 11 receipts', (delays) => {
    const found = synthesizeWithoutDashboard({ retryDelaysSeconds: delays }, ONE_ROUTE)
    const [queue] = Object.values(resources(found, 'AWS::SQS::Queue')).filter(
      ({ Properties }) => Properties.RedrivePolicy,
    )
    expect(queue?.Properties).toMatchObject({ VisibilityTimeout: 180, RedrivePolicy: { maxReceiveCount: 11 } })
    const [deadLetters] = queue?.Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'] ?? []
    expect(resources(found, 'AWS::SQS::Queue')[deadLetters]?.Properties.MessageRetentionPeriod).toBe(14 * 86_400)
    expect(functionOf(found, 'deliver').lambda.Properties).toMatchObject({
      Timeout: 30,
      Environment: { Variables: { RETRY_DELAYS_SECONDS: delays } },
    })
  })

  test("the worker processes ten deliveries at a time and reports each one's failure", () => {
    expect(mapping('Deliveries')).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    })
  })

  test('attempts at slow endpoints have a mapping of the same function, and other executions', () => {
    const [usual, slow] = [mapping('Deliveries'), mapping('SlowDeliveries')]
    expect(slow).toEqual({ ...usual, EventSourceArn: slow.EventSourceArn, ScalingConfig: { MaximumConcurrency: 25 } })
    expect(slow.EventSourceArn).not.toEqual(usual.EventSourceArn)
  })

  test('turns of a conversation are processed one after the other, and retried while a model is down', () => {
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
      MemorySize: 256,
      Environment: { Variables: { ORGANIZATION_SLOTS: '5', SLOT_LEASE_SECONDS: '125' } },
    })
    expect(mapping('Turns')).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    })
  })

  test('more than 1,000 concurrent turns require pollers of provisioned mode, each for ten of them', () => {
    const found = synthesizeWithoutDashboard(
      { accountConcurrency: '10000', answerMaximumConcurrency: '2505' },
      ONE_ROUTE,
    )
    const properties = Object.values(resources(found, 'AWS::Lambda::EventSourceMapping')).map(
      ({ Properties }) => Properties,
    )
    expect(
      properties.flatMap(({ ProvisionedPollerConfig, ScalingConfig }) =>
        ProvisionedPollerConfig ? [{ ...ProvisionedPollerConfig, ScalingConfig }] : [],
      ),
    ).toEqual([{ MinimumPollers: 2, MaximumPollers: 251 }])
    expect(functionOf(found, 'answer').lambda.Properties.Environment.Variables.ORGANIZATION_SLOTS).toBe('626')
  })

  test('schedules send to the windows queue, with a role that only the Scheduler can assume, for their group', () => {
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

  test('the reader processes one file at a time, and can access documents only', () => {
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

  test('browsers can post forms to the bucket, and nothing else', () => {
    const [bucket] = Object.entries(resources(templates, 'AWS::S3::Bucket')).filter(([id]) => id.startsWith('Objects'))
    expect(bucket?.[1].Properties.CorsConfiguration).toEqual({
      CorsRules: [{ AllowedMethods: ['POST'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] }],
    })
  })

  test('only the ingress has reserved executions, where the quota allows it', () => {
    const reservedIn = (from: Templates) =>
      Object.entries(functions(from)).flatMap(([entry, { lambda }]) => {
        const reserved = lambda.Properties.ReservedConcurrentExecutions
        return reserved === undefined ? [] : [[entry, reserved]]
      })
    expect(reservedIn(templates)).toEqual([['ingress', 200]])
    expect(reservedIn(synthesizeWithoutDashboard({ accountConcurrency: 100 }, ONE_ROUTE))).toEqual([])
  })

  test('the provider can call the ingress without AWS credentials', () => {
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
