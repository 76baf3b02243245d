import { Template } from 'aws-cdk-lib/assertions'
import { App, Stack } from 'aws-cdk-lib/core'
import { describe, expect, test } from 'vitest'
import { ServiceTable } from '../../infra/constructs/service-table.ts'
import { createApp } from '../../infra/create-app.ts'
import {
  buildTestStacks,
  functionOf,
  ONE_ROUTE,
  onlyResource,
  type Resource,
  resources,
  statements,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
} from '../infra/stacks.ts'

const synthesize = (context: Readonly<Record<string, unknown>>) => synthesizeWithoutDashboard(context, ONE_ROUTE)
const table = (context: Readonly<Record<string, unknown>>) =>
  onlyResource(synthesize(context), 'AWS::DynamoDB::GlobalTable').Properties

describe('dashboard=false', () => {
  test('omits its stack and its alarm, and nothing else of the service', () => {
    const templates = synthesizeTestStacks({ dashboard: 'false' }, { clients: ONE_ROUTE, dashboard: {} })
    expect(Object.keys(templates).toSorted()).toEqual([
      'Account',
      'Api',
      'Data',
      'Messaging',
      'Monitoring',
      'Operators',
    ])
    expect(resources(templates, 'AWS::CloudFront::Distribution')).toEqual({})
    const names = Object.values(resources(templates, 'AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties.AlarmName,
    )
    expect(names).toContain('Messaging-prod-Api5xx')
    expect(names).not.toContain('Messaging-prod-Api5xx-dashboard')
    expect(templates.Data?.findOutputs('HasDashboard')).toMatchObject({ HasDashboard: { Value: 'false' } })
  })
})

test('the alarms do not wait for the dashboard, whose CloudFront distribution AWS may refuse', () => {
  const { stacks } = buildTestStacks({}, { clients: ONE_ROUTE, dashboard: {} })
  const monitoring = stacks.find(({ stackName }) => stackName.endsWith('-Monitoring'))
  expect(monitoring?.dependencies.map(({ stackName }) => stackName)).not.toContain('Messaging-prod-Dashboard')
})

describe('ingress=api', () => {
  const { Messaging, Monitoring } = synthesize({ ingress: 'api' })
  const templates = { ...(Messaging && { Messaging }) }

  test('has a REST API in front of the ingress instead of a public function URL', () => {
    expect(resources(templates, 'AWS::Lambda::Url')).toEqual({})
    expect(Messaging?.toJSON().Resources).not.toContainEqual(
      expect.objectContaining({ Properties: expect.objectContaining({ Principal: '*' }) }),
    )
    const methods = Object.values(resources(templates, 'AWS::ApiGateway::Method'))
    expect(methods.map(({ Properties }) => Properties.HttpMethod)).toEqual(['GET', 'POST', 'GET', 'POST'])
    for (const { Properties } of methods) expect(Properties.ApiKeyRequired ?? false).toBe(false)
    // The signature is that of the bytes.
    expect(onlyResource(templates, 'AWS::ApiGateway::RestApi').Properties.BinaryMediaTypes).toContain(
      'application/json',
    )
    expect(JSON.stringify(Messaging?.findOutputs('IngressUrl'))).toContain('execute-api')
  })

  test('has no limit of the stage below that of the account, and an alarm for what the account refuses', () => {
    const [{ Properties } = { Properties: {} }] = Object.values(resources(templates, 'AWS::ApiGateway::Stage'))
    expect(Properties.MethodSettings).toMatchObject([{ ThrottlingRateLimit: 10_000, ThrottlingBurstLimit: 10_000 }])
    const named = (suffix: string) =>
      Object.values(Monitoring?.findResources('AWS::CloudWatch::Alarm') ?? {}).find(
        ({ Properties: { AlarmName } }) => AlarmName === `Messaging-prod-${suffix}`,
      )?.Properties
    const { Metrics } = named('IngressThrottled')
    expect(JSON.stringify(Metrics)).toMatch(/IngressRefused.*Throttles|Throttles.*IngressRefused/)
    const filters = Object.values(resources(templates, 'AWS::Logs::MetricFilter')).map((each) => each.Properties)
    expect(filters).toContainEqual(
      expect.objectContaining({
        FilterPattern: '{ $.status = "429" }',
        MetricTransformations: [expect.objectContaining({ MetricName: 'IngressRefused' })],
      }),
    )
  })

  test('is observed by the metric of that API', () => {
    const alarms = Object.values(Monitoring?.findResources('AWS::CloudWatch::Alarm') ?? {})
    const alarm = alarms.find(({ Properties }) => Properties.AlarmName === 'Messaging-prod-Ingress5xx')
    expect(alarm?.Properties).toMatchObject({
      MetricName: '5XXError',
      Dimensions: [{ Name: 'ApiName', Value: 'Messaging-prod-Messaging-Ingress' }],
    })
  })
})

const schedulesOf = (templates: ReturnType<typeof synthesize>) =>
  Object.values(resources(templates, 'AWS::Scheduler::Schedule')).map(({ Properties }) => Properties)

describe('canary=true', () => {
  const templates = synthesize({ canary: 'true' })

  test('invokes its function every five minutes, which reads nothing but settings', () => {
    const canary = functionOf(templates, 'canary')
    expect(schedulesOf(templates)).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: 'rate(5 minutes)',
        Target: expect.objectContaining({ RetryPolicy: { MaximumRetryAttempts: 0 } }),
      }),
    )
    expect(statements(canary).map(({ Action, Condition }) => [Action, Condition])).toEqual([
      [['logs:CreateLogStream', 'logs:PutLogEvents'], undefined],
      [
        'dynamodb:GetItem',
        expect.objectContaining({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['settings*'] } }),
      ],
      ['kms:Decrypt', { StringEquals: { 'kms:EncryptionContext:purpose': 'provider-app' } }],
    ])
  })

  test('is off by default: the only schedule is that of websites', () => {
    expect(schedulesOf(synthesize({})).map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(['rate(1 hour)'])
  })
})

describe('rollout=gradual', () => {
  const { Messaging, Api } = synthesize({ rollout: 'gradual', answerMemoryMegabytes: 256 })
  const templates = { ...(Messaging && { Messaging }) }
  const aliases = resources(templates, 'AWS::Lambda::Alias')

  test('replaces the versions of the workers and the relay step by step, and returns if they fail', () => {
    const names = Object.values(aliases).map(({ Properties }) => Properties.FunctionName.Ref.replace(/Function.*/, ''))
    expect(names.toSorted()).toEqual(['Answer', 'Deliver', 'Relay', 'Window'])
    for (const { UpdatePolicy } of Object.values(aliases))
      expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate')
    const groups = Object.values(resources(templates, 'AWS::CodeDeploy::DeploymentGroup'))
    expect(groups).toHaveLength(4)
    for (const { Properties } of groups)
      expect(Properties).toMatchObject({
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: expect.anything() }] },
        AutoRollbackConfiguration: { Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      })
  })

  test('lets their event sources invoke the aliases', () => {
    const mappings = Object.entries(resources(templates, 'AWS::Lambda::EventSourceMapping'))
    const isAlias = (name: unknown) => Object.keys(aliases).some((id) => JSON.stringify(name).includes(`"${id}"`))
    const invoked = mappings.filter(([, { Properties }]) => isAlias(Properties.FunctionName)).map(([id]) => id)
    expect(invoked.map((id) => id.replace(/Mapping.*/, '')).toSorted()).toEqual([
      'Deliveries',
      'Relay',
      'SlowDeliveries',
      'Turns',
      'Windows',
    ])
  })

  test('leaves the ingress and the routes, whose addresses would change', () => {
    expect(resources({ ...(Api && { Api }) }, 'AWS::Lambda::Alias')).toEqual({})
    expect(onlyResource(templates, 'AWS::Lambda::Url').Properties).not.toHaveProperty('Qualifier')
  })

  test('the memory of turns is a setting', () => {
    expect(functionOf(templates, 'answer').lambda.Properties.MemorySize).toBe(256)
  })
})

test('logs of each kind are kept for their own time', () => {
  const groups = resources(
    synthesize({ logRetentionDays: 7, accessLogRetentionDays: 365, routeLogRetentionDays: 3 }),
    'AWS::Logs::LogGroup',
  )
  const days = Object.entries(groups).map(([id, { Properties }]) => [id, Properties.RetentionInDays])
  const of = (kind: RegExp) => new Set(days.flatMap(([id, value]) => (kind.test(id) ? [value] : [])))
  expect(of(/AccessLogs/)).toEqual(new Set([365]))
  expect(of(/RouteLogs/)).toEqual(new Set([3]))
  expect(of(/^(?!.*(Access|Route)Logs)/)).toEqual(new Set([7]))
})

test("the stage's rate limit can exceed AWS's default", () => {
  const stages = resources(
    synthesize({ stageRateLimitPerSecond: 25_000, stageBurst: 12_000 }),
    'AWS::ApiGateway::Stage',
  )
  const settings: Resource[] = Object.values(stages).flatMap(({ Properties }) => Properties.MethodSettings)
  expect(settings.find(({ ResourcePath }) => ResourcePath === '/*')).toMatchObject({
    ThrottlingRateLimit: 25_000,
    ThrottlingBurstLimit: 12_000,
  })
})

describe('the table', () => {
  test('is billed on demand, or scales between the configured units with its indexes', () => {
    expect(table({})).toMatchObject({ BillingMode: 'PAY_PER_REQUEST' })
    const properties = table({ tableBilling: 'provisioned', tableMinimumWrites: 500, tableMaximumWrites: 9_000 })
    const writes = {
      WriteCapacityAutoScalingSettings: {
        MinCapacity: 500,
        MaxCapacity: 9_000,
        // CloudFormation requires it for a table that was on demand.
        SeedCapacity: 500,
        TargetTrackingScalingPolicyConfiguration: { TargetValue: 60 },
      },
    }
    expect(properties).toMatchObject({ BillingMode: 'PROVISIONED', WriteProvisionedThroughputSettings: writes })
    for (const index of properties.GlobalSecondaryIndexes)
      expect(index).toMatchObject({ WriteProvisionedThroughputSettings: writes })
    expect(properties.Replicas[0]).toMatchObject({
      ReadProvisionedThroughputSettings: {
        ReadCapacityAutoScalingSettings: { MinCapacity: 100, MaxCapacity: 40_000, SeedCapacity: 100 },
      },
    })
  })

  test('must not have a replica: the relays of two regions would send each message', () => {
    const synthesizeTable = (replicas: readonly string[]) => {
      const stack = new Stack(new App(), 'Data', { env: { region: 'eu-west-1', account: '111122223333' } })
      const { settings } = createApp()
      const { table } = new ServiceTable(stack, 'Items', { settings, deletionProtection: true })
      for (const region of replicas) table.addReplica({ region })
      return Template.fromStack(stack)
    }
    expect(() => synthesizeTable([])).not.toThrow()
    expect(() => synthesizeTable(['eu-central-1'])).toThrow('The table must not have replicas')
  })

  test('can be prepared for its first load', () => {
    expect(table({})).not.toHaveProperty('WarmThroughput')
    const warm = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 30_000 }
    const properties = table({ tableWarmReads: 20_000, tableWarmWrites: 30_000 })
    expect(properties.WarmThroughput).toEqual(warm)
    for (const { WarmThroughput } of properties.GlobalSecondaryIndexes) expect(WarmThroughput).toEqual(warm)
  })
})

test('the key is a multi-Region key unless an earlier release created it', () => {
  const key = (context: Readonly<Record<string, unknown>>) =>
    onlyResource(synthesize(context), 'AWS::KMS::Key').Properties
  expect(key({})).toMatchObject({ MultiRegion: true })
  expect(key({ multiRegionKey: 'false' })).not.toHaveProperty('MultiRegion')
})

test('an existing key encrypts the secrets of a new stage, such as the replica of the key of a lost region', () => {
  const keyArn = 'arn:aws:kms:eu-west-2:111122223333:key/mrk-1234'
  const template = synthesize({ keyArn })
  expect(resources(template, 'AWS::KMS::Key')).toEqual({})
  const { KEY_ARN } = functionOf(template, 'deliver').lambda.Properties.Environment.Variables
  expect(KEY_ARN).toBe(keyArn)
  for (const { Properties } of Object.values(resources(template, 'AWS::SNS::Topic')))
    expect(Properties).not.toHaveProperty('KmsMasterKeyId')
  expect(() => synthesize({ keyArn: 'arn:aws:kms:eu-west-2:111122223333:alias/x' })).toThrow('the ARN of a KMS key')
})

test('deleted and replaced files can be restored for some time', () => {
  const bucketOf = (context: Readonly<Record<string, unknown>>) =>
    Object.entries(resources(synthesize(context), 'AWS::S3::Bucket')).find(([id]) => id.startsWith('Objects'))?.[1]
      .Properties
  const bucket = bucketOf({ fileVersionDays: 7 })
  expect(bucket.VersioningConfiguration).toEqual({ Status: 'Enabled' })
  expect(bucket.LifecycleConfiguration.Rules[0]).toMatchObject({
    NoncurrentVersionExpiration: { NoncurrentDays: 7 },
    ExpiredObjectDeleteMarker: true,
  })
})

test('daily backups of the table, and weekly ones of table and bucket, are copied to another vault', () => {
  const copies = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies'
  const template = synthesize({ backupCopyVaultArn: copies, backupDays: 90 })
  const plans = Object.entries(resources(template, 'AWS::Backup::BackupPlan'))
  const selections = Object.values(resources(template, 'AWS::Backup::BackupSelection'))
  const rule = (RuleName: string, ScheduleExpression: string, DeleteAfterDays: number) => ({
    RuleName,
    ScheduleExpression,
    // A copy is made at once. The backup in the own region is only its source.
    Lifecycle: { DeleteAfterDays: 1 },
    CopyActions: [{ DestinationBackupVaultArn: copies, Lifecycle: { DeleteAfterDays } }],
  })
  const weekly = rule('weekly', 'cron(0 5 ? * SUN *)', 90)
  const found = plans.map(([id, { Properties }]) => {
    const { Resources } =
      selections.find((each) => JSON.stringify(each).includes(`"${id}"`))?.Properties.BackupSelection ?? {}
    return [JSON.stringify(Resources).match(/(Items|Objects)/)?.[0], Properties.BackupPlan.BackupPlanRule]
  })
  expect(found).toEqual([
    ['Items', [expect.objectContaining(rule('daily', 'cron(0 3 * * ? *)', 7)), expect.objectContaining(weekly)]],
    ['Objects', [expect.objectContaining(weekly)]],
  ])
  const [policy = []] = Object.values(resources(template, 'AWS::KMS::Key'))
    .map(({ Properties }) => Properties.KeyPolicy.Statement)
    .filter((each) => JSON.stringify(each).includes(':iam::210987654321:root'))
  const copier = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::210987654321:root']] }
  const allowed = policy.filter(({ Principal }: Resource) => JSON.stringify(Principal.AWS) === JSON.stringify(copier))
  // As AWS Backup requires of the key of a vault whose backups are copied to another account.
  expect(allowed.map(({ Action, Condition }: Resource) => [Action, Condition])).toEqual([
    [['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'], undefined],
    [['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'], { Bool: { 'kms:GrantIsForAWSResource': 'true' } }],
  ])
  // A stage that was deleted leaves its vault. The part of the stack's id makes another name for the next one.
  expect(JSON.stringify(onlyResource(template, 'AWS::Backup::BackupVault').Properties.BackupVaultName)).toContain(
    'AWS::StackId',
  )
  expect(resources(synthesize({}), 'AWS::Backup::BackupVault')).toEqual({})
  const paused = synthesize({ backupCopyVaultArn: copies, backupsPaused: true })
  expect(resources(paused, 'AWS::Backup::BackupPlan')).toEqual({})
  expect(onlyResource(paused, 'AWS::Backup::BackupVault')).toEqual(onlyResource(template, 'AWS::Backup::BackupVault'))
  expect(() => synthesize({ backupCopyVaultArn: 'copies' })).toThrow('expected the ARN of a vault of AWS Backup')
})

test('threat protection requires the plan Plus', () => {
  const pool = (context: Readonly<Record<string, unknown>>) =>
    onlyResource(synthesize(context), 'AWS::Cognito::UserPool').Properties
  expect(pool({})).toMatchObject({ UserPoolTier: 'LITE' })
  expect(pool({ threatProtection: true })).toMatchObject({
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
  })
})
