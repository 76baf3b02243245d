import { endpoints } from '@replywright/contract/endpoints.ts'
import { ResponseType } from 'aws-cdk-lib/aws-apigateway'
import { describe, expect, test } from 'vitest'
import {
  functions,
  handlersIn,
  methods,
  onlyResource,
  type Resource,
  resources,
  statements,
  synthesizeWithoutDashboard,
  type Templates,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()

/** Returns whether a line matches the pattern of a metric filter with one comparison. CloudWatch compares a number only with numbers. */
function matches(pattern: string, line: Readonly<Record<string, unknown>>): boolean {
  const [, field = '', value = ''] = /^\{ \$\.(\w+) = ("[^"]*"|\d+) \}$/.exec(pattern) ?? []
  return line[field] === JSON.parse(value)
}

describe('api', () => {
  /** `METHOD /path/` → entry of its function, for each method of the API. */
  function operations(from: Templates = templates): Record<string, string> {
    return Object.fromEntries(
      Object.entries(methods(from)).map(([operation, method]) => [operation, entryOf(method, from)]),
    )
  }

  /** Returns the entry of a method's function. */
  function entryOf({ Properties }: Resource, from: Templates = templates): string {
    const target = Properties.Integration.Uri['Fn::Join'][1].find((part: Resource) => part['Fn::GetAtt'])
    return resources(from, 'AWS::Lambda::Function')[target['Fn::GetAtt'][0]]?.Properties.Code.ZipFile
  }

  test('every endpoint of the contract is one method with its own function, and every path has one for other methods', () => {
    const wanted = Object.entries(endpoints).map(([key, { method, path }]) => [
      `${method} ${path.replace(/\/?$/, '/')}`,
      `api/${key}`,
    ])
    const { ANY: others = [], ...rest } = Object.groupBy(Object.entries(operations()), ([operation]) =>
      operation.startsWith('ANY ') ? 'ANY' : 'own',
    )
    expect(Object.fromEntries(rest.own ?? [])).toEqual(Object.fromEntries(wanted))
    expect(Object.keys(resources(templates, 'AWS::ApiGateway::Method'))).toHaveLength(wanted.length + others.length)
    const paths = Object.values(endpoints).map(({ path }) => `ANY ${path.replace(/\/?$/, '/')}`)
    expect(new Set(others.map(([operation]) => operation))).toEqual(new Set(paths))
    const told = Object.fromEntries(
      Object.entries(functions(templates)).map(([entry, { lambda }]) => [
        entry,
        lambda.Properties.Environment.Variables.ALLOWED_METHODS,
      ]),
    )
    expect(told).toMatchObject({
      'api/agents/get': 'GET, HEAD, PUT, PATCH, DELETE',
      'api/agents/share': 'POST, DELETE',
      'api/agents/delete': undefined,
    })
    for (const [, entry] of others) expect([entry, told[entry]]).toEqual([entry, expect.any(String)])
  })

  test('API Gateway invokes each function by a role that may invoke nothing else', () => {
    expect(templates.Api?.findResources('AWS::Lambda::Permission')).toEqual({})
    const invoking = Object.entries(resources(templates, 'AWS::IAM::Role')).filter(([id]) => id.startsWith('Invoking'))
    const allowed = new Map(invoking.map(([id, role]) => [id, statements({ lambda: {}, role })]))
    for (const { Properties } of Object.values(resources(templates, 'AWS::ApiGateway::Method'))) {
      const { Credentials, Uri } = Properties.Integration
      const resource = Uri['Fn::Join'][1].find((part: Resource) => part['Fn::GetAtt'])
      const [statement, ...further] = allowed.get(Credentials['Fn::GetAtt'][0]) ?? []
      expect(further).toEqual([])
      expect(statement).toMatchObject({ Action: 'lambda:InvokeFunction', Resource: expect.arrayContaining([resource]) })
    }
    const named = [...allowed.values()].flatMap(([statement]) => statement?.Resource)
    expect(named).toHaveLength(Object.keys(endpoints).length)
    // An ARN has up to 120 characters, and the policies of a role up to 10,240.
    for (const [statement] of allowed.values()) expect(statement?.Resource.length).toBeLessThan(60)
  })

  test('every handler of functions/api is an endpoint of the contract', () => {
    expect(handlersIn('api')).toEqual(Object.keys(endpoints).toSorted())
  })

  test('its own URL accepts no TLS before 1.2', () => {
    expect(onlyResource(templates, 'AWS::ApiGateway::RestApi').Properties).toMatchObject({
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
      EndpointAccessMode: 'BASIC',
    })
  })

  test('every method except the public ones requires an API key, within the limits of the plan', () => {
    const asking = Object.values(resources(templates, 'AWS::ApiGateway::Method')).map((method) => [
      entryOf(method),
      method.Properties.ApiKeyRequired,
    ])
    const wanted = Object.entries(endpoints).map(([key, { access }]) => [`api/${key}`, access !== 'public'])
    expect(Object.fromEntries(asking)).toEqual(Object.fromEntries(wanted))
    expect(onlyResource(templates, 'AWS::ApiGateway::RestApi').Properties.ApiKeySourceType).toBe('HEADER')
    const [stage] = Object.keys(resources(templates, 'AWS::ApiGateway::Stage'))
    expect(onlyResource(templates, 'AWS::ApiGateway::UsagePlan').Properties).toMatchObject({
      ApiStages: [{ Stage: { Ref: stage } }],
      Throttle: { RateLimit: 100 / 60, BurstLimit: 100 },
    })
    const told = Object.values(resources(templates, 'AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties.Code.ZipFile === 'api/me/get')
      .map(({ Properties }) => Properties.Environment.Variables)
    expect(told).toMatchObject([{ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_BURST: '100' }])
  })

  test('each of the twelve routes without an API key has its own limit', () => {
    const { MethodSettings } = onlyResource(templates, 'AWS::ApiGateway::Stage').Properties
    const limits = Object.fromEntries(
      MethodSettings.map(
        ({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }: Resource[string]) => [
          `${HttpMethod} ${String(ResourcePath).replaceAll('~1', '/').replace('//', '/')}`,
          [ThrottlingRateLimit, ThrottlingBurstLimit],
        ],
      ),
    )
    const [full, ofTriggers, ofDocuments] = [
      [400, 800],
      [800, 1600],
      [200, 400],
    ]
    const open = Object.entries(endpoints).filter(([, { access }]) => access === 'public')
    const wanted = open.map(([entry, { method, path }]) => {
      const own = entry.startsWith('triggers/') ? ofTriggers : entry.startsWith('openapi/') ? ofDocuments : full
      return [`${method} ${path.replace(/(?<=.)\/$/, '')}`, own]
    })
    // API Gateway takes at most 80 changed settings of a stage in one update, three for each limit.
    expect(3 * (wanted.length + 1)).toBeLessThan(60)
    expect(limits).toEqual({ '* /*': [1000, 2000], ...Object.fromEntries(wanted) })
  })

  test("errors of API Gateway have the format of the service's errors", () => {
    const bodies = Object.fromEntries(
      Object.values(resources(templates, 'AWS::ApiGateway::GatewayResponse')).map(({ Properties }) => {
        expect(Properties.ResponseParameters['gatewayresponse.header.x-request-id']).toBe('context.requestId')
        const text = Properties.ResponseTemplates['application/json'].replace('$context.error.messageString', '"…"')
        const { error, ...rest } = JSON.parse(text)
        expect(error).toEqual(expect.any(String))
        return [Properties.ResponseType, [Properties.StatusCode, rest]]
      }),
    )
    const unauthenticated = ['401', { code: 'authentication_failed' }]
    const forbidden = ['403', { code: 'permission_denied' }]
    const notFound = ['404', { code: 'not_found' }]
    const invalid = ['400', { code: 'validation_error' }]
    const throttled = ['429', { retry_after: 60 }]
    const failed = ['500', { code: 'server_error' }]
    expect(bodies).toEqual({
      ACCESS_DENIED: forbidden,
      API_CONFIGURATION_ERROR: failed,
      AUTHORIZER_CONFIGURATION_ERROR: failed,
      AUTHORIZER_FAILURE: failed,
      BAD_REQUEST_BODY: invalid,
      BAD_REQUEST_PARAMETERS: invalid,
      DEFAULT_4XX: [undefined, { code: 'validation_error' }],
      DEFAULT_5XX: failed,
      EXPIRED_TOKEN: unauthenticated,
      INTEGRATION_FAILURE: failed,
      INTEGRATION_TIMEOUT: failed,
      INVALID_API_KEY: unauthenticated,
      INVALID_SIGNATURE: unauthenticated,
      MISSING_AUTHENTICATION_TOKEN: notFound,
      QUOTA_EXCEEDED: throttled,
      RESOURCE_NOT_FOUND: notFound,
      THROTTLED: throttled,
      UNAUTHORIZED: unauthenticated,
      UNSUPPORTED_MEDIA_TYPE: ['415', { code: 'unsupported_media_type' }],
      WAF_FILTERED: forbidden,
    })
    const types = Object.values(ResponseType).filter((type) => type instanceof ResponseType)
    const customisable = types.map(({ responseType }) => responseType).filter((type) => type !== 'REQUEST_TOO_LARGE')
    expect(Object.keys(bodies).toSorted()).toEqual(customisable.toSorted())
  })

  test('a throttled response has a Retry-After header', () => {
    const limits = Object.values(resources(templates, 'AWS::ApiGateway::GatewayResponse'))
      .map(({ Properties }) => Properties)
      .filter(({ StatusCode }) => StatusCode === '429')
      .map(({ ResponseType, ResponseParameters }) => [
        ResponseType,
        ResponseParameters['gatewayresponse.header.Retry-After'],
      ])
    expect(limits).toEqual([
      ['THROTTLED', "'60'"],
      ['QUOTA_EXCEEDED', "'60'"],
    ])
  })

  test('access logs contain neither keys nor requested paths', () => {
    const { Format } = onlyResource(templates, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting
    expect(Format).toContain('$context.identity.apiKeyId')
    expect(Format).not.toMatch(/\$context\.(identity\.apiKey\b(?!Id)|path\b)/)
  })

  test.each([
    ['429', true],
    ['200', false],
  ])('a line of the access log with status %s is counted as refused: %s', (status, counted) => {
    const { Format } = onlyResource(templates, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting
    const line = JSON.parse(Format.replace('$context.status', status))
    const filters = Object.values(resources(templates, 'AWS::Logs::MetricFilter'))
    const [filter] = filters.filter(
      ({ Properties }) => Properties.MetricTransformations[0].MetricName === 'ApiThrottled',
    )
    expect(matches(filter?.Properties.FilterPattern, line)).toBe(counted)
  })

  test('a change of routes is a new deployment', () => {
    const [first] = Object.keys(resources(templates, 'AWS::ApiGateway::Deployment'))
    const fewer = synthesizeWithoutDashboard({}, { 'conversations/get': endpoints['conversations/get'] })
    expect(Object.keys(resources(fewer, 'AWS::ApiGateway::Deployment'))).not.toContain(first)
  })
})
