import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { mirroredPath, mirroredRoutes } from '../../infra/dashboard/dashboard-api.ts'
import { dashboardRights } from '../../infra/dashboard-rights.ts'
import {
  functionOf,
  functions,
  handlersIn,
  ONE_ROUTE,
  onlyResource,
  type Resource,
  resources,
  statements,
  synthesizeTestStacks,
  type Templates,
} from '../infra/stacks.ts'

const OWN: Readonly<Record<string, Endpoint>> = { ...dashboardEndpoints, ...sessionEndpoints }
const MIRRORED = mirroredRoutes(endpoints, OWN)

const all = synthesizeTestStacks()
const { Dashboard } = all
const dashboard: Templates = Dashboard ? { Dashboard } : {}

const { Body } = onlyResource(dashboard, 'AWS::ApiGateway::RestApi').Properties
const INTEGRATION = 'x-amazon-apigateway-integration'

/** The operations of the API by `METHOD /path/`. */
const operations: readonly (readonly [string, Resource])[] = Object.entries<Resource>(Body.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}/`, operation] as const),
)

/** Returns the entry of an operation's function, which is in this stack or in the API for clients. */
function entryOf(operation: Resource): string {
  const uri = JSON.stringify(operation[INTEGRATION].uri)
  const [, id = '', output = ''] = /"Fn::GetAtt":\["(\w+)","Arn"\]|"Fn::ImportValue":"([^"]+)"/.exec(uri) ?? []
  const lambdas = resources(all, 'AWS::Lambda::Function')
  const [, lambda] = Object.entries(lambdas).find(([each]) => (id ? each === id : output.includes(each))) ?? []
  return lambda?.Properties.Code.ZipFile
}

describe('the API of the dashboard', () => {
  test('has its own routes and those of clients except the proxy, with the same functions', () => {
    const own = Object.entries(OWN).map(([key, { method, path }]) => [`${method} ${path}`, `dashboard/${key}`])
    const mirrored = MIRRORED.map(([key, { method, path }]) => [`${method} ${mirroredPath(path)}`, `api/${key}`])
    const found = operations.map(([operation, definition]) => [operation, entryOf(definition)])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...mirrored, ...own]))
    expect(found).toHaveLength(own.length + mirrored.length)
    const left = Object.keys(endpoints).filter((key) => !MIRRORED.some(([mirroredKey]) => mirroredKey === key))
    // The dashboard has routes of its own at the same paths.
    expect(left.filter((key) => !/^(health|link|mcp\/|media|openapi|triggers|msg-accounts\/proxy-)/.test(key))).toEqual(
      ['webhook-deliveries/list', 'me/get'],
    )
  })

  test('every handler of functions/dashboard is an endpoint of the contract', () => {
    expect(handlersIn('dashboard')).toEqual(Object.keys(OWN).toSorted())
  })

  test("every method except the session's requires a token of the user pool", () => {
    const schemes: Readonly<Record<string, Resource>> = Body.components.securitySchemes
    const [scheme = '', ...others] = Object.keys(schemes)
    expect(others).toEqual([])
    for (const [operation, { security }] of operations)
      expect([operation, security]).toEqual([
        operation,
        / \/dashboard-api\/session\//.test(operation) ? [] : [{ [scheme]: [] }],
      ])
    const { 'x-amazon-apigateway-authorizer': authorizer, ...definition } = schemes[scheme] ?? {}
    expect(definition).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      'x-amazon-apigateway-authtype': 'cognito_user_pools',
    })
    const [pool] = Object.keys(resources(all, 'AWS::Cognito::UserPool'))
    expect(authorizer).toEqual({
      type: 'cognito_user_pools',
      providerARNs: [{ 'Fn::ImportValue': expect.stringContaining(`${pool}`) }],
      authorizerResultTtlInSeconds: 0,
    })
  })

  test('is the only principal that may invoke its functions, and may invoke those of the API for clients', () => {
    expect(resources(dashboard, 'AWS::Lambda::Permission')).toEqual({})
    const invoking = Object.entries(resources(dashboard, 'AWS::IAM::Role')).filter(([id]) => id.includes('Invoking'))
    const statements = invoking.flatMap(([, { Properties }]) => {
      expect(Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
        { Principal: { Service: 'apigateway.amazonaws.com' } },
      ])
      return Properties.Policies.flatMap(({ PolicyDocument }: Resource) => PolicyDocument.Statement)
    })
    expect(new Set(statements.map(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']))
    const functionsOf = statements.flatMap(({ Resource }) => Resource)
    expect(functionsOf).toHaveLength(Object.keys(OWN).length + MIRRORED.length)
    expect(JSON.stringify(functionsOf)).not.toContain('*')
  })

  test('returns a request to sign in with a 401, and limits the rate of public routes', () => {
    const responses: Readonly<Record<string, Resource>> = Body['x-amazon-apigateway-gateway-responses']
    const refused = Object.entries(responses).filter(([, { statusCode }]) => statusCode === '401')
    expect(refused.map(([type]) => type)).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'EXPIRED_TOKEN']))
    for (const [, { responseTemplates, responseParameters }] of refused) {
      expect(JSON.parse(responseTemplates['application/json'])).toEqual({
        error: expect.stringContaining('Sign in'),
        code: 'authentication_failed',
      })
      expect(responseParameters).toEqual({ 'gatewayresponse.header.x-request-id': 'context.requestId' })
    }
    expect(responses.THROTTLED).toMatchObject({
      statusCode: '429',
      responseParameters: { 'gatewayresponse.header.Retry-After': "'60'" },
    })
    const { MethodSettings } = onlyResource(dashboard, 'AWS::ApiGateway::Stage').Properties
    const limited = MethodSettings.filter(({ ThrottlingRateLimit }: Resource) => ThrottlingRateLimit === 133)
    const open = Object.values(OWN).filter(({ access }) => access === 'public')
    expect(limited).toHaveLength(open.length)
    expect(MethodSettings).toHaveLength(open.length + 1)
  })

  test('requires a second factor of operators unless it is disabled', () => {
    const asked = (templates: Templates) =>
      Object.entries(functions(templates)).flatMap(([entry, { lambda }]) => {
        const value = lambda.Properties.Environment.Variables.REQUIRE_OPERATOR_MFA
        return OWN[entry.replace('dashboard/', '')]?.group === 'operators' ? [value] : []
      })
    expect(new Set(asked(dashboard))).toEqual(new Set(['true']))
    const { Dashboard } = synthesizeTestStacks({ stage: 'local', requireOperatorMfa: 'false' }, { clients: ONE_ROUTE })
    expect(new Set(asked(Dashboard ? { Dashboard } : {}))).toEqual(new Set(['false']))
  })

  test("logs the subject of the caller's token", () => {
    const { Format } = onlyResource(dashboard, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting
    expect(Format).toContain('$context.authorizer.claims.sub')
    expect(Format).not.toMatch(/\$context\.(path\b|authorizer\.claims\.email)/)
  })
})

describe('the functions of the dashboard', () => {
  test('change items only with write access, or in the routes that set up users', () => {
    const own = Object.entries(functions(dashboard)).filter(([entry]) => entry in OWN || entry.startsWith('dashboard/'))
    expect(own).toHaveLength(Object.keys(OWN).length)
    for (const [entry, used] of own) {
      const key = entry.replace('dashboard/', '')
      const free = statements(used).filter(
        ({ Action, Condition }) => /dynamodb:(Put|Update|Delete)Item/.test(JSON.stringify(Action)) && !Condition,
      )
      if (
        OWN[key]?.access === 'write' ||
        /^session\/(sign-in|new-password|reset-password|mfa\/(answer|enable|recover))$/.test(key)
      )
        continue
      expect([entry, free]).toEqual([entry, []])
    }
  })

  test("create API keys with the stage's tags, and can delete no others", () => {
    const tags = (of: string) => ({ [`aws:${of}Tag/service`]: 'messaging', [`aws:${of}Tag/stage`]: 'prod' })
    const conditions = (entry: string) =>
      statements(functionOf(dashboard, `dashboard/${entry}`))
        .filter(({ Action }) => JSON.stringify(Action).includes('apigateway:'))
        .map(({ Action, Condition }) => [Action, Condition?.StringEquals])
    const deleting = ['apigateway:DELETE', tags('Resource')]
    expect(conditions('api-keys/create').toSorted()).toEqual([
      deleting,
      ['apigateway:POST', undefined],
      ['apigateway:POST', tags('Request')],
      ['apigateway:PUT', tags('Request')],
    ])
    for (const entry of ['api-keys/revoke', 'members/remove', 'organization/leave'])
      expect(conditions(entry)).toEqual([deleting])
  })

  test('have only the rights and variables that the contract requires', () => {
    const open = ['PUBLIC_BASE_URL', 'SERVICE_WINDOW_SECONDS', 'STAGE', 'TABLE_NAME']
    for (const [entry, { lambda }] of Object.entries(functions(dashboard))) {
      const key = entry.replace('dashboard/', '')
      if (!entry.startsWith('dashboard/') || dashboardRights[key]) continue
      const base = OWN[key]?.access === 'public' ? open : ['DASHBOARD_REQUESTS_PER_MINUTE', ...open]
      expect([entry, Object.keys(lambda.Properties.Environment.Variables).toSorted()]).toEqual([entry, base])
    }
    const known = new Set(Object.keys(OWN))
    for (const key of Object.keys(dashboardRights)) expect(known).toContain(key)
  })

  test("only operators' functions use queues, and few use administrator actions of the user pool", () => {
    const administrators: Readonly<Record<string, readonly string[]>> = {
      'dashboard/members/grant-operator': ['cognito-idp:AdminAddUserToGroup'],
      'dashboard/members/invite': ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser'],
      'dashboard/members/invite-again': ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser'],
      'dashboard/members/list': ['cognito-idp:ListUsersInGroup'],
      'dashboard/members/revoke-operator': [
        'cognito-idp:AdminRemoveUserFromGroup',
        'cognito-idp:AdminUserGlobalSignOut',
      ],
      'dashboard/profile/sign-out-everywhere': ['cognito-idp:AdminUserGlobalSignOut'],
      'dashboard/session/mfa/recover': ['cognito-idp:AdminSetUserMFAPreference'],
      'dashboard/session/reset-password': ['cognito-idp:AdminUserGlobalSignOut'],
    }
    for (const [entry, used] of Object.entries(functions(dashboard))) {
      const reached = statements(used).flatMap(({ Action }): string[] => [Action].flat())
      const administered = reached.filter((action) => action.startsWith('cognito-idp:'))
      expect([entry, administered]).toEqual([entry, administrators[entry] ?? []])
      const group = OWN[entry.replace('dashboard/', '')]?.group
      if (reached.some((action) => action.startsWith('sqs:'))) expect([entry, group]).toEqual([entry, 'operators'])
    }
  })
})

describe('the pages', () => {
  test('are in a private bucket that only the distribution reads', () => {
    const { PublicAccessBlockConfiguration, WebsiteConfiguration } = onlyResource(
      dashboard,
      'AWS::S3::Bucket',
    ).Properties
    expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(WebsiteConfiguration).toBeUndefined()
    const [distribution] = Object.keys(resources(dashboard, 'AWS::CloudFront::Distribution'))
    const { Statement } = onlyResource(dashboard, 'AWS::S3::BucketPolicy').Properties.PolicyDocument
    expect(Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*', 's3:PutBucketPolicy'],
        Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^CustomS3AutoDeleteObjects/), 'Arn'] } },
      }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: {
          StringEquals: {
            'AWS:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':distribution/', { Ref: distribution }])] },
          },
        },
      }),
    ])
    const { SigningBehavior, SigningProtocol } = onlyResource(dashboard, 'AWS::CloudFront::OriginAccessControl')
      .Properties.OriginAccessControlConfig
    expect([SigningBehavior, SigningProtocol]).toEqual(['always', 'sigv4'])
  })

  test('may only load their own scripts and styles', () => {
    const { SecurityHeadersConfig } = onlyResource(dashboard, 'AWS::CloudFront::ResponseHeadersPolicy').Properties
      .ResponseHeadersPolicyConfig
    const { ContentSecurityPolicy, Override } = SecurityHeadersConfig.ContentSecurityPolicy
    // Pages of the API for clients have their own policies.
    expect(Override).toBe(false)
    const [first, ...rest]: unknown[] = ContentSecurityPolicy['Fn::Join'][1]
    const text = [first, ...rest].map((part) => (typeof part === 'string' ? part : 'x')).join('')
    expect(text).not.toMatch(/unsafe|\*|https?:(?!\/\/)/)
    expect(text).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    for (const directive of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "font-src 'self'"])
      expect(text.split('; ')).toContain(directive)
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
    })
  })

  test('are served from the bucket, and the APIs without a cache', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = onlyResource(dashboard, 'AWS::CloudFront::Distribution').Properties
      .DistributionConfig
    expect(DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: 'redirect-to-https',
      FunctionAssociations: [{ EventType: 'viewer-request' }],
    })
    const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
    const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'
    for (const behavior of CacheBehaviors)
      expect(behavior).toMatchObject({
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
        ViewerProtocolPolicy: 'https-only',
      })
  })

  test('do not replace errors of the APIs, and CloudFront does not cache those that it would cache', () => {
    const { CustomErrorResponses } = onlyResource(dashboard, 'AWS::CloudFront::Distribution').Properties
      .DistributionConfig
    expect(CustomErrorResponses).toEqual(
      [404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    )
  })
})

describe('the stack', () => {
  test('describes its API in one resource, so that a route takes a function and its role', () => {
    const template = Dashboard?.toJSON() ?? {}
    expect(Object.keys(template.Resources).length).toBeLessThan(260)
    expect(JSON.stringify(template).length).toBeLessThan(0.8 * 1024 ** 2)
    for (const type of ['Method', 'Resource', 'GatewayResponse', 'Authorizer'])
      expect(resources(dashboard, `AWS::ApiGateway::${type}`)).toEqual({})
  })

  test('deploys the API anew when its definition changes, and only then', () => {
    const { 'members/list': _, ...fewer } = OWN
    const deploymentOf = (templates: Templates) =>
      Object.keys(templates.Dashboard?.findResources('AWS::ApiGateway::Deployment') ?? {})
    expect(deploymentOf(synthesizeTestStacks({}, { dashboard: fewer }))).not.toEqual(deploymentOf(all))
    expect(deploymentOf(synthesizeTestStacks({}, { dashboard: OWN }))).toEqual(deploymentOf(all))
  })

  test('has no AWS managed policies, and keeps logs as long as the others', () => {
    for (const { Properties } of Object.values(resources(dashboard, 'AWS::IAM::Role')))
      expect(Properties.ManagedPolicyArns).toBeUndefined()
    const groups = Object.values(resources(dashboard, 'AWS::Logs::LogGroup'))
    expect(groups.map(({ Properties }) => Properties.RetentionInDays)).toEqual([30, 30, 30, 30])
  })
})
