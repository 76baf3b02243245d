// @module-tag full
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '../../infra/settings.ts'
import { ONE_ROUTE, OWN_DOMAINS, type Resource, synthesizeTestStacks, type Templates } from '../infra/stacks.ts'

type Context = Readonly<Record<string, unknown>>

const ZONE = { ...OWN_DOMAINS, hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' }
const REGIONAL_ACL = 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/a/1'
const SITE_ACL = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/1'
const WARM = { tableWarmReads: 20_000, tableWarmWrites: 30_000 }
const PROVISIONED = { tableBilling: 'provisioned', tableMinimumReads: 10, tableMinimumWrites: 10 }
const CAPACITY = { ...PROVISIONED, tableMaximumReads: 50_000, tableMaximumWrites: 50_000 }

/** Values other than the default, with the settings that they require. */
const CHANGED: Readonly<Record<string, Context>> = {
  publicBaseUrl: { publicBaseUrl: 'https://api.example.com' },
  dashboardUrl: { dashboardUrl: 'https://console.example.com' },
  retryDelaysSeconds: { retryDelaysSeconds: '10,3600,21600' },
  optOutWords: { optOutWords: 'STOP,ALTO' },
  eventBusArns: { eventBusArns: 'arn:aws:events:eu-central-1:111122223333:event-bus/shop=*' },
  serviceWindowSeconds: { serviceWindowSeconds: 7200 },
  serviceWindowExpiringLeadSeconds: { serviceWindowExpiringLeadSeconds: 60 },
  erasurePauseSeconds: { erasurePauseSeconds: 60 },
  statisticsDelaySeconds: { statisticsDelaySeconds: 60 },
  slowResponseMilliseconds: { slowResponseMilliseconds: 500 },
  rateLimitPerMinute: { rateLimitPerMinute: 600 },
  burst: { burst: 50 },
  stageRateLimitPerSecond: { stageRateLimitPerSecond: 5000 },
  stageBurst: { stageBurst: 4000 },
  dashboardRequestsPerMinute: { dashboardRequestsPerMinute: 100 },
  triggersPerMinute: { triggersPerMinute: 60 },
  requestLog: { requestLog: true },
  messageDays: { messageDays: 90 },
  deliveryDays: { deliveryDays: 7 },
  logRetentionDays: { logRetentionDays: 7 },
  lambdaInvocationLogs: { lambdaInvocationLogs: true },
  selfSignUp: { selfSignUp: true },
  requireOperatorMfa: { requireOperatorMfa: false },
  customerManagedEncryption: { customerManagedEncryption: true },
  accountConcurrency: { accountConcurrency: 5000 },
  deliverMaximumConcurrency: { deliverMaximumConcurrency: 40 },
  ingressReservedConcurrency: { ingressReservedConcurrency: 0 },
  answerMaximumConcurrency: { answerMaximumConcurrency: 10 },
  modelRetryDelaysSeconds: { modelRetryDelaysSeconds: '1,2' },
  modelMaxOutputTokens: { modelMaxOutputTokens: 500 },
  modelTokensPerMinute: { modelTokensPerMinute: 100_000 },
  scheduleQuota: { scheduleQuota: 20_000_000 },
  modelHistoryTokens: { modelHistoryTokens: 0 },
  modelPrices: { modelPrices: '{"m":{"input":1,"output":5}}' },
  rateCard: { rateCard: '{"date":"2026-10-01"}' },
  bedrockModelId: { bedrockModelId: 'us.amazon.nova-2-lite-v1:0' },
  bedrockFallbackModelId: { bedrockFallbackModelId: 'us.amazon.nova-2-lite-v1:0' },
  bedrockImageModelId: { bedrockImageModelId: 'amazon.nova-canvas-v1:0' },
  embeddingModel: { embeddingModel: 'bedrock:amazon.titan-embed-text-v2:0' },
  scanModel: { scanModel: 'bedrock:us.amazon.nova-lite-v1:0' },
  scanPages: { scanModel: 'bedrock:us.amazon.nova-lite-v1:0', scanPages: 5 },
  testModel: { testModel: 'bedrock:us.amazon.nova-2-lite-v1:0' },
  otlpEndpoint: { otlpEndpoint: 'https://otel.example.com' },
  otlpHeaders: { otlpEndpoint: 'https://otel.example.com', otlpHeaders: 'authorization=Bearer%20key' },
  otlpContent: { otlpEndpoint: 'https://otel.example.com', otlpContent: true },
  transcribeLanguages: { transcribeLanguages: 'en-US,es-US' },
  guardrails: { guardrails: 'bedrock' },
  alarmEmail: { alarmEmail: 'team@example.com' },
  ticketEmail: { ticketEmail: 'tickets@example.com' },
  mailFrom: { mailFrom: 'no-reply@example.com' },
  manageApiGatewayAccount: { manageApiGatewayAccount: false },
  webAcl: { webAcl: true },
  apiWebAclArn: { apiWebAclArn: REGIONAL_ACL },
  siteWebAclArn: { siteWebAclArn: SITE_ACL },
  apiDomainName: OWN_DOMAINS,
  apiCertificateArn: OWN_DOMAINS,
  dashboardDomainName: OWN_DOMAINS,
  dashboardCertificateArn: OWN_DOMAINS,
  hostedZoneId: ZONE,
  hostedZoneName: ZONE,
  dashboard: { dashboard: false },
  ingress: { ingress: 'api' },
  canary: { canary: true },
  rollout: { rollout: 'gradual' },
  answerMemoryMegabytes: { answerMemoryMegabytes: 512 },
  accessLogRetentionDays: { accessLogRetentionDays: 90 },
  routeLogRetentionDays: { routeLogRetentionDays: 3 },
  tableBilling: PROVISIONED,
  tableMinimumReads: PROVISIONED,
  tableMaximumReads: CAPACITY,
  tableMinimumWrites: PROVISIONED,
  tableMaximumWrites: CAPACITY,
  tableWarmReads: WARM,
  tableWarmWrites: WARM,
  fileVersionDays: { fileVersionDays: 7 },
  backupCopyVaultArn: { backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies' },
  backupDays: { backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies', backupDays: 90 },
  backupsPaused: {
    backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
    backupsPaused: true,
  },
  quietHours: { quietHours: 6 },
  siteDistributionId: { siteDistributionId: 'E1ABCDEF234567' },
  monthlyBudgetUsd: { monthlyBudgetUsd: 100 },
  threatProtection: { threatProtection: true },
}

/** Settings that a stage which exists cannot change, and the one for a service on this machine. docs/deploy.md says so of each. */
const FIXED = ['stage', 'multiRegionKey', 'keyArn', 'allowPrivateDestinations']

test('each setting has a value here, or cannot change', () => {
  expect([...Object.keys(CHANGED), ...FIXED].toSorted()).toEqual([...SETTING_NAMES].toSorted())
})

const synthesize = (context: Context) => synthesizeTestStacks(context, { clients: ONE_ROUTE, dashboard: {} })
const usual = synthesize({})

const resourcesOf = (templates: Templates): ReadonlyMap<string, Resource> =>
  new Map(
    Object.entries(templates).flatMap(([stack, template]) =>
      Object.entries<Resource>(template.toJSON().Resources).map(
        ([id, resource]) => [`${stack} ${id}`, resource] as const,
      ),
    ),
  )

function exportsOf(templates: Templates): ReadonlyMap<string, string> {
  const outputs = Object.values(templates).flatMap((template) => Object.values<Resource>(template.findOutputs('*')))
  return new Map(
    outputs.flatMap(({ Export, Value }) =>
      Export ? [[JSON.stringify(Export.Name), JSON.stringify(Value)] as const] : [],
    ),
  )
}

/** Returns the exports that stacks import, except those of stacks that the change removes. */
function importsOf(templates: Templates, after: Templates): string[] {
  const kept = Object.entries(templates).filter(([stack]) => stack in after)
  const text = JSON.stringify(kept.map(([, template]) => template.toJSON()))
  return [...new Set([...text.matchAll(/"Fn::ImportValue":("[^"]+")/g)].map(([, name = '']) => name))]
}

/** Resources with data or addresses, and the properties whose change replaces them. */
const PRECIOUS: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::ApiGateway::UsagePlan': [],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::CloudFront::Distribution': [],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret', 'UserPoolId'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'TableName'],
  'AWS::KMS::Key': ['KeySpec', 'MultiRegion', 'Origin'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'StartingPosition'],
  'AWS::Lambda::Url': ['Qualifier', 'TargetFunctionArn'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SNS::Topic': ['FifoTopic', 'TopicName'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
  'AWS::Scheduler::ScheduleGroup': ['Name'],
}

/** What a setting removes or replaces on purpose, as docs/deploy.md says. */
const ON_PURPOSE: Readonly<Record<string, RegExp>> = {
  ingress: /^Messaging Ingress(FunctionFunctionUrl|Api|AccessLogs)/,
  canary: /^Messaging CanaryLogs/,
  // Retained. `backupsPaused` ends the backups without removing them.
  backupCopyVaultArn: /^Data Backups/,
  backupDays: /^Data Backups/,
  backupsPaused: /^Data Backups/,
}

/** Returns the precious resources that an update from one set of templates to another would remove or replace. */
function lostBetween(before: Templates, after: Templates): string[] {
  const found = resourcesOf(after)
  return [...resourcesOf(before)].flatMap(([id, { Type, Properties = {} }]) => {
    const replacing = PRECIOUS[Type]
    // CloudFormation does not delete a stack that is no longer in the app.
    if (!replacing || !((id.split(' ')[0] ?? '') in after)) return []
    const other = found.get(id)
    if (!other) return [`${id} is removed`]
    const changed = replacing.filter(
      (name) => JSON.stringify(Properties[name]) !== JSON.stringify(other.Properties?.[name]),
    )
    return changed.length > 0 ? [`${id} is replaced: ${changed}`] : []
  })
}

test.each(Object.entries(CHANGED))('%s can be changed on a stage that exists, and back', (setting, context) => {
  const changed = synthesize(context)
  for (const [before, after] of [
    [usual, changed],
    [changed, usual],
  ] as const) {
    // CloudFormation refuses to remove or change an export while another stack imports it. The stack with the export is updated first.
    const [now, then] = [exportsOf(before), exportsOf(after)]
    for (const name of importsOf(before, after)) expect([name, then.get(name)]).toEqual([name, now.get(name)])
    const lost = lostBetween(before, after).filter((each) => !ON_PURPOSE[setting]?.test(each))
    expect(lost).toEqual([])
  }
})
