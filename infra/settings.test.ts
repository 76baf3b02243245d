import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings, SETTING_NAMES } from './settings.ts'

const read = (context: Readonly<Record<string, unknown>>) => readSettings((key) => context[key])

const CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/0'
const ORGANIZATION = '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e04'
const BUS = 'arn:aws:events:eu-central-1:111122223333:event-bus/shop'
const REGIONAL_ACL = 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/a/1'
const SITE_ACL = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/1'
const OWN_DOMAINS = {
  apiDomainName: 'api.example.com',
  apiCertificateArn: CERTIFICATE,
  dashboardDomainName: 'www.example.com',
  dashboardCertificateArn: CERTIFICATE.replace('eu-central-1', 'us-east-1'),
}

describe('settings', () => {
  test('have defaults', () => {
    expect(read({})).toEqual({
      stage: 'prod',
      publicBaseUrl: '',
      retryDelaysSeconds: [10, 30, 90],
      optOutWords: 'STOP',
      eventBusArns: {},
      serviceWindowSeconds: 86_400,
      serviceWindowExpiringLeadSeconds: 3_600,
      erasurePauseSeconds: 120,
      statisticsDelaySeconds: 20,
      slowResponseMilliseconds: 1_000,
      rateLimitPerMinute: 100,
      burst: 100,
      stageRateLimitPerSecond: 1_000,
      stageBurst: 2_000,
      dashboardRequestsPerMinute: 600,
      triggersPerMinute: 600,
      messageDays: 365,
      deliveryDays: 30,
      logRetentionDays: 30,
      lambdaInvocationLogs: false,
      allowPrivateDestinations: false,
      requestLog: false,
      selfSignUp: false,
      requireOperatorMfa: true,
      bedrockModelId: '',
      bedrockFallbackModelId: '',
      bedrockImageModelId: '',
      embeddingModel: '',
      scanModel: '',
      scanPages: 50,
      testModel: '',
      otlpEndpoint: '',
      otlpContent: false,
      otlpHeaders: '',
      transcribeLanguages: '',
      guardrails: '',
      customerManagedEncryption: false,
      accountConcurrency: 1_000,
      ingressReservedConcurrency: 200,
      modelRetryDelaysSeconds: [5, 15, 60],
      modelMaxOutputTokens: 2_000,
      modelHistoryTokens: 8_000,
      modelPrices: '{}',
      rateCard: '{}',
      alarmEmail: '',
      mailFrom: '',
      manageApiGatewayAccount: true,
      webAcl: false,
      dashboard: true,
      ingress: 'function-url',
      rollout: 'all-at-once',
      canary: false,
      answerMemoryMegabytes: 256,
      tableBilling: 'on-demand',
      tableMinimumReads: 100,
      tableMaximumReads: 40_000,
      tableMinimumWrites: 100,
      tableMaximumWrites: 40_000,
      multiRegionKey: true,
      fileVersionDays: 30,
      backupDays: 35,
      backupsPaused: false,
      quietHours: 0,
      modelTokensPerMinute: 8_000_000,
      scheduleQuota: 10_000_000,
      monthlyBudgetUsd: 0,
      threatProtection: false,
    })
  })

  test('are all documented in docs/deploy.md', () => {
    const page = readFileSync(new URL('../docs/deploy.md', import.meta.url), 'utf8')
    const table = page.slice(page.indexOf('\n## Settings\n'), page.indexOf('\n## Deploy from GitHub\n'))
    const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
    )
    expect(documented.toSorted()).toEqual(SETTING_NAMES.toSorted())
    const prices = [...table.matchAll(/`(\{.*?\}\})`/g)].map(([, json]) => json)
    expect(prices).toHaveLength(2)
    for (const modelPrices of prices) expect(read({ modelPrices })).toMatchObject({ modelPrices: expect.any(String) })
  })

  test('of a stage come from `stages`, and the command line overrides them', () => {
    const stages = { prod: { alarmEmail: 'ops@example.com', burst: 50 }, staging: { burst: 20 } }
    expect(read({ stages })).toMatchObject({ stage: 'prod', alarmEmail: 'ops@example.com', burst: 50 })
    expect(read({ stages, stage: 'staging' })).toMatchObject({ alarmEmail: '', burst: 20 })
    expect(read({ stages, burst: '7' })).toMatchObject({ alarmEmail: 'ops@example.com', burst: 7 })
    expect(() => read({ stages: { prod: { alarmMail: 'ops@example.com' } } })).toThrow(
      'stages: unknown setting alarmMail',
    )
    expect(() => read({ stages: ['prod'] })).toThrow('stages: expected an object')
  })

  test('are read from text and from JSON', () => {
    const text = {
      stage: 'local',
      burst: '5',
      allowPrivateDestinations: 'true',
      logRetentionDays: '7',
      eventBusArns: `${BUS}=*,${BUS}2=${ORGANIZATION}`,
    }
    const json = {
      stage: 'local',
      eventBusArns: { [BUS]: '*', [`${BUS}2`]: [ORGANIZATION] },
      burst: 5,
      allowPrivateDestinations: true,
      logRetentionDays: 7,
    }
    expect(read(text)).toEqual(read(json))
    expect(read(text)).toMatchObject(json)
  })

  test.each([
    [{ stage: 'Prod!' }, 'stage: expected up to 20'],
    [{ retryDelaysSeconds: '10;30' }, 'retryDelaysSeconds: expected seconds separated by commas'],
    [{ retryDelaysSeconds: '43001' }, 'retryDelaysSeconds.0:'],
    [{ retryDelaysSeconds: '' }, 'retryDelaysSeconds:'],
    [{ burst: 'many' }, 'burst:'],
    [{ burst: '' }, 'burst:'],
    [{ logRetentionDays: 2 }, 'logRetentionDays:'],
    [{ publicBaseUrl: 'https://example.com/' }, 'publicBaseUrl: expected a URL that does not end in a slash'],
    [{ bedrockModelId: 'gpt-4.1' }, 'bedrockModelId: expected an id of Amazon Bedrock'],
    [{ modelPrices: '{"m": {"input": -1, "output": 1}}' }, 'modelPrices'],
    [
      { rateCard: '{"rates": [{"country": "Brazil", "category": "service", "from": "2026-10-01", "usd": 1}]}' },
      'rateCard',
    ],
    [{ rateCard: { rates: [{ country: 'BR', category: 'service', from: '2026-10-01', usd: 0.0000001 }] } }, 'rateCard'],
    [{ rateCard: { rates: [{ country: 'BR', category: 'service', from: 'October', usd: 1 }] } }, 'rateCard'],
    [{ rateCard: { free: [{ category: 'service', from: '2026-10-01', messages: 1.5 }] } }, 'rateCard'],
    [{ rateCard: { rate: [] } }, 'rateCard'],
    [{ bedrockImageModelId: 'x' }, 'bedrockImageModelId:'],
    [{ embeddingModel: 'a model' }, 'embeddingModel:'],
    [{ otlpHeaders: 'no value' }, 'otlpHeaders: expected name=value'],
    [{ transcribeLanguages: 'en-US' }, 'transcribeLanguages: expected two or more'],
    [{ transcribeLanguages: 'en-US,en-GB' }, 'transcribeLanguages: expected one dialect'],
    [{ deliverMaximumConcurrency: 1 }, 'deliverMaximumConcurrency:'],
    [{ answerMaximumConcurrency: 20_001 }, 'answerMaximumConcurrency:'],
    [{ ingressReservedConcurrency: 901 }, 'ingressReservedConcurrency: must leave 100 of accountConcurrency'],
    [{ accountConcurrency: 9 }, 'accountConcurrency:'],
    [{ deliverMaximumConcurrency: 993 }, 'accountConcurrency: must hold deliverMaximumConcurrency'],
    [{ accountConcurrency: 10, answerMaximumConcurrency: 3 }, 'accountConcurrency: must hold'],
    [{ apiDomainName: 'api.example.com' }, 'apiCertificateArn: is required with apiDomainName'],
    [{ apiCertificateArn: CERTIFICATE }, 'apiDomainName: is required with apiCertificateArn'],
    [{ dashboardDomainName: 'www.example.com' }, 'dashboardCertificateArn: is required with dashboardDomainName'],
    [{ dashboardCertificateArn: CERTIFICATE }, 'dashboardCertificateArn: must be in us-east-1'],
    [{ apiDomainName: 'https://api.example.com' }, 'apiDomainName: expected a domain name'],
    [{ apiDomainName: 'api', apiCertificateArn: CERTIFICATE }, 'apiDomainName: expected a domain name'],
    [{ apiCertificateArn: 'arn:aws:iam::111122223333:server-certificate/x' }, 'apiCertificateArn: expected the ARN'],
    [{ ...OWN_DOMAINS, dashboardDomainName: 'api.example.com' }, 'dashboardDomainName: must not be apiDomainName'],
    [{ ...OWN_DOMAINS, hostedZoneId: 'Z012345' }, 'hostedZoneName: is required with hostedZoneId'],
    [{ hostedZoneId: 'Z012345', hostedZoneName: 'example.com' }, 'hostedZoneName: requires apiDomainName'],
    [
      { ...OWN_DOMAINS, hostedZoneId: 'Z012345', hostedZoneName: 'ample.com' },
      'dashboardDomainName: must be hostedZoneName or end with it',
    ],
    [{ siteWebAclArn: REGIONAL_ACL }, 'siteWebAclArn: expected the ARN'],
    [{ apiWebAclArn: SITE_ACL }, 'apiWebAclArn: expected the ARN'],
    [{ ingressReservedConcurrency: 101, accountConcurrency: 200 }, 'ingressReservedConcurrency: must leave 100'],
    [{ deliveryDays: 31 }, 'deliveryDays:'],
    [{ messageDays: 7 }, 'deliveryDays: must not exceed messageDays'],
    [{ ingress: 'alb' }, 'ingress:'],
    [{ eventBusArns: 'shop=*' }, 'expected ARNs'],
    [{ eventBusArns: BUS }, 'expected a list of organisation ids, or "*" for all'],
    [{ eventBusArns: { [BUS]: ['shop'] } }, 'expected a list of organisation ids, or "*" for all'],
    [{ ticketEmail: 'the team' }, 'ticketEmail: expected an address'],
    [{ tableMinimumWrites: 50_000 }, 'tableMinimumWrites: must not exceed tableMaximumWrites'],
    [{ tableWarmReads: 20_000 }, 'tableWarmReads: is required with tableWarmWrites'],
    [{ tableWarmReads: 11_999, tableWarmWrites: 4_000 }, 'tableWarmReads:'],
    [
      { tableBilling: 'provisioned', tableWarmReads: 20_000, tableWarmWrites: 20_000 },
      'tableWarmReads: is for a table on demand',
    ],
    [{ ...OWN_DOMAINS, dashboard: false }, 'dashboardDomainName: requires the dashboard'],
    [{ webAcl: true, dashboard: false }, 'webAcl: requires the dashboard'],
    [{ apiWebAclArn: REGIONAL_ACL, dashboard: false }, 'apiWebAclArn: requires the dashboard'],
    [{ siteWebAclArn: SITE_ACL, dashboard: false }, 'siteWebAclArn: requires the dashboard'],
    [{ alarmEmail: 'the team' }, 'alarmEmail: expected an address'],
    [{ serviceWindowSeconds: 60, serviceWindowExpiringLeadSeconds: 60 }, 'serviceWindowExpiringLeadSeconds: must be'],
  ])('%o is rejected with the name of the setting', (context, message) => {
    expect(() => read(context)).toThrow(message)
  })

  test.each(['prod', 'dev', 'locale'])('private destinations are rejected in stage %s', (stage) => {
    expect(() => read({ stage, allowPrivateDestinations: true })).toThrow(
      'allowPrivateDestinations: is only accepted in stage "local"',
    )
  })
})
