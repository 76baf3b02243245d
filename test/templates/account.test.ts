import { readFileSync } from 'node:fs'
import { matchesPath } from '@replywright/cloud/distributions'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { IAM_ROLES } from '@replywright/ops/commands/doctor/before/checks.ts'
import { Annotations, Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { routePages } from '../../packages/dashboard/route-pages.ts'
import {
  buildTestStacks,
  functionOf,
  functions,
  ONE_ROUTE,
  OWN_DOMAINS,
  onlyResource,
  type Resource,
  resources,
  statements,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const prod = synthesizeTestStacks()

describe('a second region or stage in the same account', () => {
  /** Types whose names are unique in an account across all regions. */
  const GLOBAL = /^AWS::(CloudFront|IAM)::|^AWS::CloudWatch::Dashboard$/

  /** Returns the explicit names of such resources; without one, CloudFormation generates a unique name. */
  function globalNames(templates: Templates, region: string): string[] {
    return Object.values(templates)
      .flatMap((template) => Object.values<Resource>(template.toJSON().Resources))
      .filter(({ Type }) => GLOBAL.test(Type))
      .flatMap(({ Type, Properties }) => {
        const configuration = Object.entries<Resource>(Properties).find(
          ([key]) => key === `${Type.split('::')[2]}Config`,
        )
        const place = { ...Properties, ...configuration?.[1] }
        const name = ['Name', 'RoleName', 'ManagedPolicyName', 'DashboardName'].map((key) => place[key]).find(Boolean)
        return name === undefined ? [] : [`${Type} ${resolved(name, region)}`]
      })
  }

  /** Returns the text of a name in a region. */
  function resolved(name: unknown, region: string): string {
    return JSON.stringify(name).replaceAll('{"Ref":"AWS::Region"}', region)
  }

  test('gets its own names where names are unique in the account', () => {
    const names = [
      ...globalNames(prod, 'eu-central-1'),
      ...globalNames(prod, 'us-east-1'),
      ...globalNames(synthesizeTestStacks({ stage: 'staging' }, { clients: ONE_ROUTE, dashboard: {} }), 'eu-central-1'),
    ]
    expect(new Set(names.map((name) => name.split(' ')[0]))).toEqual(
      new Set([
        'AWS::CloudFront::Function',
        'AWS::CloudFront::OriginAccessControl',
        'AWS::CloudFront::ResponseHeadersPolicy',
      ]),
    )
    expect(names).toHaveLength(9)
    expect(new Set(names).size).toBe(names.length)
  })
})

test('the free IAM roles that a first deployment needs are in the guide and in its check', () => {
  const roles = Object.keys(resources(prod, 'AWS::IAM::Role')).length
  expect(roles).toBeLessThanOrEqual(IAM_ROLES)
  expect(roles).toBeGreaterThan(IAM_ROLES - 30)
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(`| ${IAM_ROLES} free IAM roles`)
})

describe('custom domains', { tags: 'full' }, () => {
  const zone = { hostedZoneId: 'Z0123456789', hostedZoneName: 'example.com' }
  const records = (templates: Templates) =>
    Object.values(resources(templates, 'AWS::Route53::RecordSet')).map(({ Properties }) => [
      Properties.Type,
      Properties.Name,
      Properties.HostedZoneId,
    ])
  const outputs = (templates: Templates) =>
    Object.assign({}, ...Object.values(templates).map((template) => template.findOutputs('*')))

  test('have certificates, at least TLS 1.2, and records in the hosted zone', () => {
    const templates = synthesizeTestStacks({ ...OWN_DOMAINS, ...zone }, { clients: ONE_ROUTE, dashboard: {} })
    expect(onlyResource(templates, 'AWS::ApiGateway::DomainName').Properties).toMatchObject({
      DomainName: 'api.example.com',
      EndpointConfiguration: { Types: ['REGIONAL'] },
      RegionalCertificateArn: OWN_DOMAINS.apiCertificateArn,
      SecurityPolicy: 'TLS_1_2',
    })
    const [api] = Object.keys(templates.Api?.findResources('AWS::ApiGateway::RestApi') ?? {})
    const [stage] = Object.keys(templates.Api?.findResources('AWS::ApiGateway::Stage') ?? {})
    const mapping = onlyResource(templates, 'AWS::ApiGateway::BasePathMapping').Properties
    expect(mapping).toMatchObject({ RestApiId: { Ref: api }, Stage: { Ref: stage } })
    expect(mapping.BasePath).toBeUndefined()
    expect(onlyResource(templates, 'AWS::CloudFront::Distribution').Properties.DistributionConfig).toMatchObject({
      Aliases: ['www.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: OWN_DOMAINS.dashboardCertificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
    expect(records(templates).toSorted()).toEqual([
      ['A', 'api.example.com.', 'Z0123456789'],
      ['A', 'www.example.com.', 'Z0123456789'],
      ['AAAA', 'www.example.com.', 'Z0123456789'],
    ])
  })

  test('are the base of absolute URLs, and without a hosted zone their targets are outputs', () => {
    const templates = synthesizeTestStacks(OWN_DOMAINS)
    expect(records(templates)).toEqual([])
    expect(outputs(templates)).toMatchObject({
      BaseUrl: { Value: 'https://api.example.com' },
      SiteUrl: { Value: 'https://www.example.com' },
      ApiDomainTarget: { Value: { 'Fn::GetAtt': [expect.any(String), 'RegionalDomainName'] } },
      SiteDomainTarget: { Value: { 'Fn::GetAtt': [expect.any(String), 'DomainName'] } },
    })
    for (const { lambda } of Object.values(functions(templates))) {
      const { PUBLIC_BASE_URL, DASHBOARD_URL = 'https://www.example.com' } =
        lambda.Properties.Environment?.Variables ?? {}
      expect([undefined, 'https://api.example.com']).toContain(PUBLIC_BASE_URL)
      expect(DASHBOARD_URL).toBe('https://www.example.com')
    }
    // Mails of the workers have the same links.
    const mailing = synthesizeTestStacks({ mailFrom: 'no-reply@example.com', dashboardUrl: 'https://ours.example.com' })
    for (const sender of Object.values(functions(mailing))) {
      const { MAIL_FROM, DASHBOARD_URL } = sender.lambda.Properties.Environment?.Variables ?? {}
      const allowed = statements(sender).filter(({ Action }) => Action === 'ses:SendEmail')
      if (MAIL_FROM) expect(DASHBOARD_URL).toBe('https://ours.example.com')
      if (MAIL_FROM)
        expect(allowed).toMatchObject([{ Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } } }])
      else expect(allowed).toEqual([])
    }
    // `publicBaseUrl` is for a domain that reaches the API in another way, such as the site's.
    const atSite = synthesizeWithoutDashboard({ ...OWN_DOMAINS, publicBaseUrl: 'https://www.example.com' }, ONE_ROUTE)
    expect(outputs(atSite)).toMatchObject({ BaseUrl: { Value: 'https://www.example.com' } })
  })
})

/** The paths of the web app's pages. */
const PAGES = routePages(readFileSync('packages/dashboard/src/routes.ts', 'utf8')).map(({ path }) => path)

test('the site forwards all paths of the contract, as `publicBaseUrl` needs, and no path of the app', () => {
  const { CacheBehaviors } = onlyResource(prod, 'AWS::CloudFront::Distribution').Properties.DistributionConfig
  const patterns: string[] = CacheBehaviors.map(({ PathPattern }: Resource) => PathPattern)
  const outside = [
    '/docs*',
    '/docs.md*',
    '/docs/*',
    '/health*',
    '/link/*',
    '/llms.txt*',
    '/media/*',
    '/openapi.json*',
    '/triggers/*',
  ]
  expect(patterns.toSorted()).toEqual(['/api/*', '/dashboard-api/*', ...outside])
  const isForwarded = (path: string) => patterns.some((pattern) => matchesPath(pattern, path))
  const paths = Object.values(endpoints).map(({ path }) => path)
  // The root of the site is the dashboard.
  for (const path of paths.filter((path) => path !== '/'))
    expect([path, isForwarded(path), isForwarded(path.replace(/\/$/, ''))]).toEqual([path, true, true])
  expect(PAGES.length).toBeGreaterThan(10)
  for (const path of PAGES) expect([path, isForwarded(path)]).toEqual([path, false])
})

describe("the account's concurrency", () => {
  const maxima = (templates: Templates) =>
    Object.values(resources(templates, 'AWS::Lambda::EventSourceMapping')).flatMap(
      ({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency ?? [],
    )
  const warnings = (context: Readonly<Record<string, unknown>>) =>
    buildTestStacks(context, { clients: ONE_ROUTE, dashboard: {} }).stacks.flatMap((stack) =>
      Annotations.fromStack(stack)
        .findWarning('*', Match.stringLikeRegexp('concurrent executions'))
        .map(({ entry }) => entry.data),
    )

  test('limits the workers, which leave at least half of it, and is in an output', () => {
    expect(maxima(prod).toSorted()).toEqual([10, 10, 20, 25, 5, 5, 50])
    const small = synthesizeWithoutDashboard({ accountConcurrency: '50' }, ONE_ROUTE)
    expect(maxima(small).toSorted()).toEqual([2, 2, 2, 3, 3, 4, 9])
    const { WorkerConcurrency } = small.Messaging?.findOutputs('WorkerConcurrency') ?? {}
    expect(JSON.parse(WorkerConcurrency?.Value)).toEqual({
      accountConcurrency: 50,
      ingressReservedConcurrency: 0,
      deliver: 9,
      deliverSlow: 4,
      answer: 3,
      window: 2,
      replay: 2,
      extract: 2,
      prove: 3,
    })
    expect(functionOf(small, 'answer').lambda.Properties.Environment.Variables.ORGANIZATION_SLOTS).toBe('1')
  })

  test('is too small in a new account, and synthesis prints a remedy', { tags: 'full' }, () => {
    expect(warnings({})).toEqual([])
    expect(warnings({ accountConcurrency: 10 })).toEqual([expect.stringContaining('Request a quota of 1,000')])
  })

  test('can be exhausted for half an hour before an unprocessed message becomes a dead letter', () => {
    const queues = resources(prod, 'AWS::SQS::Queue')
    const waits = Object.values(queues).flatMap(({ Properties }) => {
      const { maxReceiveCount } = Properties.RedrivePolicy ?? {}
      return maxReceiveCount === undefined ? [] : [maxReceiveCount * Properties.VisibilityTimeout]
    })
    expect(waits).toHaveLength(7)
    for (const seconds of waits) expect(seconds).toBeGreaterThanOrEqual(1800)
  })
})

test('files are kept as long as their messages', () => {
  const { LifecycleConfiguration } =
    Object.entries(resources(prod, 'AWS::S3::Bucket')).find(([id]) => id.startsWith('Objects'))?.[1].Properties ?? {}
  const rules = LifecycleConfiguration.Rules.map(({ Prefix, ExpirationInDays, Status }: Resource) => [
    Prefix,
    ExpirationInDays,
    Status,
  ])
  expect(rules).toEqual([
    [undefined, undefined, 'Enabled'],
    ['media/', 365, 'Enabled'],
    // S3 applies the earlier expiry of two rules.
    ['media/unsent/', 7, 'Enabled'],
    ['media/proxy/', 1, 'Enabled'],
    ['parked/', 30, 'Enabled'],
  ])
})

test('routes that copy files or wait for others have the timeout of API Gateway, and all others at most 15 seconds', () => {
  const timeouts = Object.entries(functions(prod)).flatMap(([entry, { lambda }]) =>
    /^(api|dashboard)\//.test(entry) && lambda.Properties.Timeout !== 15 ? [[entry, lambda.Properties.Timeout]] : [],
  )
  expect(timeouts).toEqual([
    ['api/mcp/call', 28],
    ['api/media/get', 28],
    ['api/msg-accounts/proxy-get', 28],
    ['dashboard/agents/test-tool', 28],
  ])
})

test('access logs contain no client input, which API Gateway does not escape', () => {
  const stages = Object.values(resources(prod, 'AWS::ApiGateway::Stage'))
  expect(stages).toHaveLength(2)
  for (const { Properties } of stages) {
    const values: string[] = Object.values(JSON.parse(Properties.AccessLogSetting.Format))
    expect(CHOSEN_BY_AWS).toEqual(expect.arrayContaining(values))
  }
})

/** Ids, numbers, times, addresses and names that AWS or the contract chooses. */
const CHOSEN_BY_AWS = [
  '$context.requestId',
  '$context.requestTime',
  '$context.httpMethod',
  '$context.resourcePath',
  '$context.status',
  '$context.identity.apiKeyId',
  '$context.authorizer.claims.sub',
  '$context.identity.sourceIp',
  '$context.error.responseType',
  '$context.responseLength',
  '$context.responseLatency',
  '$context.integrationLatency',
]
