import { DEFAULT_MODELS, EU_REGIONS } from '@replywright/contract/llm-models.ts'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import cdkJson from '../../cdk.json' with { type: 'json' }
import {
  actions,
  buildTestStacks,
  functionOf,
  functions,
  ONE_ROUTE,
  onlyResource,
  type Resource,
  resources,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()

describe('data', () => {
  test('the table is retained and protected, except in the local stage', () => {
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
    const local = onlyResource(synthesizeWithoutDashboard({ stage: 'local' }, ONE_ROUTE), 'AWS::DynamoDB::GlobalTable')
    expect(local.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false)
  })

  test('the table is created after the user pool, whose sender Cognito may reject: a failed first deployment leaves none', () => {
    const [pool = ''] = Object.keys(resources(templates, 'AWS::Cognito::UserPool'))
    expect(onlyResource(templates, 'AWS::DynamoDB::GlobalTable').DependsOn).toContain(pool)
  })

  test('there is one key, which is retained and rotated', () => {
    expect(onlyResource(templates, 'AWS::KMS::Key')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    })
  })

  test('the key encrypts table and bucket only if it is enabled', () => {
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

describe('the default model', () => {
  const modelsIn = (of: Templates) =>
    Object.values(functions(of)).flatMap(({ lambda }) => lambda.Properties.Environment.Variables.BEDROCK_MODEL_ID ?? [])

  test('stays in the European Union where the deployment is in it', () => {
    const chosen = { 'Fn::If': ['InTheEuropeanUnion', DEFAULT_MODELS.eu, DEFAULT_MODELS.global] }
    expect(new Set(modelsIn(templates).map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(chosen)]))
    for (const name of ['Messaging', 'Monitoring'] as const) {
      const { Conditions } = templates[name]?.toJSON() ?? {}
      const regions = Conditions?.InTheEuropeanUnion['Fn::Or'].map(
        ({ 'Fn::Equals': [own, region] }: Resource) => JSON.stringify(own) === '{"Ref":"AWS::Region"}' && region,
      )
      expect([name, regions]).toEqual([name, EU_REGIONS])
    }
  })

  test('is the one of the settings if they name one', () => {
    const set = synthesizeWithoutDashboard({ bedrockModelId: 'us.amazon.nova-2-lite-v1:0' }, ONE_ROUTE)
    expect(new Set(modelsIn(set))).toEqual(new Set(['us.amazon.nova-2-lite-v1:0']))
    for (const template of Object.values(set)) expect(template.toJSON().Conditions ?? {}).toEqual({})
  })
})

describe('all stacks', () => {
  test('give no physical name to a resource that can be replaced, so that a replacement never collides', () => {
    const named = Object.entries(templates).flatMap(([stack, template]) =>
      Object.entries<Resource>(template.toJSON().Resources).flatMap(([id, { Type, Properties }]) => {
        const name = `${Type.split('::').at(-1)?.replace('GlobalTable', 'Table')}Name`
        return name in (Properties ?? {}) ? [`${stack} ${id}`] : []
      }),
    )
    // Only a changed name replaces an alarm or a function. That of a route changes with its logical id.
    expect(named.filter((id) => !/^(Api ApiDeploymentStage|Api \w+Function|Monitoring Alarms)/.test(id))).toEqual([])
  })

  test('have outputs for all resources that people and tools need', () => {
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

  test("stay below CloudFormation's 500 resources, also with seventy routes", () => {
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
    expect(largest(templates)).toBeLessThan(490)
    expect(largest(synthesizeWithoutDashboard({}, Object.fromEntries(routes)))).toBeLessThan(450)
  })

  test('keep logs for the configured time, with one log group for all routes', () => {
    const groups = resources(synthesizeWithoutDashboard({ logRetentionDays: '7' }, ONE_ROUTE), 'AWS::Logs::LogGroup')
    expect(Object.values(groups).map(({ Properties }) => Properties.RetentionInDays)).toEqual(Array(11).fill(7))
    expect(new Set(Object.keys(groups).map((id) => id.replace(/[0-9A-F]{8}$/, '')))).toEqual(
      new Set([
        'IngressLogs',
        'DeliverLogs',
        'WindowLogs',
        'ReplayLogs',
        'AnswerLogs',
        'DocumentReaderExtractLogs',
        'ProveLogs',
        'RelayLogs',
        'CounterLogs',
        'AccessLogs',
        'RouteLogs',
      ]),
    )
  })

  test("create API Gateway's role for logs before the API, or not at all", () => {
    expect(Object.keys(templates)).toContain('Account')
    expect(Object.keys(synthesizeWithoutDashboard({ manageApiGatewayAccount: 'false' }, ONE_ROUTE))).not.toContain(
      'Account',
    )
    const { stacks } = buildTestStacks({}, { clients: ONE_ROUTE, dashboard: {} })
    const api = stacks.find(({ stackName }) => stackName.endsWith('-Api'))
    expect(api?.dependencies.map(({ stackName }) => stackName)).toContain('Messaging-prod-Account')
  })

  test('cdk.json follows the recommendations of the installed CDK', () => {
    // CloudFormation resolves each weak reference with DescribeStacks, which exhausts its rate limit; exports are
    // resolved once.
    expect(cdkJson.context).toEqual({ ...flags, '@aws-cdk/core:defaultCrossStackReferences': 'strong' })
  })
})
