import { endpoints } from '@replywright/contract/endpoints.ts'
import { ResponseType } from 'aws-cdk-lib/aws-apigateway'
import { describe, expect, test } from 'vitest'
import {
  functions,
  handlersIn,
  onlyResource,
  operationsOf,
  type Resource,
  resources,
  statements,
  synthesizeWithoutDashboard,
} from '../infra/stacks.ts'

const templates = synthesizeWithoutDashboard()

/** Returns whether a line matches the pattern of a metric filter with one comparison. CloudWatch compares a number only with numbers. */
function matches(pattern: string, line: Readonly<Record<string, unknown>>): boolean {
  const [, field = '', value = ''] = /^\{ \$\.(\w+) = ("[^"]*"|\d+) \}$/.exec(pattern) ?? []
  return line[field] === JSON.parse(value)
}

describe('api', () => {
  const INTEGRATION = 'x-amazon-apigateway-integration'
  const all = operationsOf(templates)
  const body = onlyResource(templates, 'AWS::ApiGateway::RestApi').Properties.Body
  /** The entries of functions by their names. */
  const entries = new Map<string, string>(
    Object.values(resources(templates, 'AWS::Lambda::Function')).map(({ Properties }) => [
      Properties.FunctionName,
      Properties.Code.ZipFile,
    ]),
  )

  /** Returns the entry of an operation's function, or undefined if it has none. */
  function entryOf(operation: Resource): string | undefined {
    const [, name = ''] = /:function:([\w-]+)\/invocations/.exec(JSON.stringify(operation[INTEGRATION].uri ?? '')) ?? []
    return entries.get(name)
  }

  test('every endpoint of the contract is one method with its own function', () => {
    const wanted = Object.entries(endpoints).map(([key, { method, path }]) => [
      `${method} ${path.replace(/\/?$/, '/')}`,
      `api/${key}`,
    ])
    const own = Object.entries(all).filter(([operation]) => !/^(ANY|HEAD) /.test(operation))
    expect(Object.fromEntries(own.map(([operation, each]) => [operation, entryOf(each)]))).toEqual(
      Object.fromEntries(wanted),
    )
  })

  test('every path has an operation for other methods: of a function, or without one if it is public', () => {
    const paths = new Set(Object.values(endpoints).map(({ path }) => `ANY ${path.replace(/\/?$/, '/')}`))
    const others = Object.entries(all).filter(([operation]) => operation.startsWith('ANY '))
    expect(new Set(others.map(([operation]) => operation))).toEqual(paths)
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
      'api/media/get': undefined,
    })
    for (const [name, operation] of others) {
      const entry = entryOf(operation)
      if (entry === undefined) expect([name, operation[INTEGRATION].type]).toEqual([name, 'mock'])
      else expect([entry, told[entry]]).toEqual([entry, expect.any(String)])
    }
  })

  test('public paths refuse other methods without a function, with the methods that they have', () => {
    const open = Object.values(endpoints).filter(({ access }) => access === 'public')
    for (const { method, path } of open) {
      const allowed = method === 'GET' ? 'GET, HEAD' : method
      const { responses, type, contentHandling } = all[`ANY ${path.replace(/\/?$/, '/')}`]?.[INTEGRATION] ?? {}
      expect([path, type, contentHandling]).toEqual([path, 'mock', 'CONVERT_TO_TEXT'])
      const { statusCode, responseParameters, responseTemplates } = responses.default
      expect(statusCode).toBe('405')
      expect(responseParameters['method.response.header.Allow']).toBe(`'${allowed}'`)
      expect(JSON.parse(responseTemplates['application/json'])).toEqual({
        error: `This path has no method $context.httpMethod. Use one of: ${allowed}.`,
        code: 'method_not_allowed',
      })
      expect(Object.hasOwn(all, `HEAD ${path.replace(/\/?$/, '/')}`)).toBe(method === 'GET')
    }
  })

  test('API Gateway invokes each function by a role that may invoke nothing else', () => {
    expect(templates.Api?.findResources('AWS::Lambda::Permission')).toEqual({})
    const invoking = Object.entries(resources(templates, 'AWS::IAM::Role')).filter(([id]) => id.startsWith('Invoking'))
    const allowed = new Map(invoking.map(([id, role]) => [id, statements({ lambda: {}, role })]))
    const nameIn = (arn: unknown) => /:function:([\w-]+)/.exec(JSON.stringify(arn))?.[1]
    for (const operation of Object.values(all)) {
      const { credentials, uri } = operation[INTEGRATION]
      if (uri === undefined) continue
      const [statement, ...further] = allowed.get(credentials['Fn::GetAtt'][0]) ?? []
      expect(further).toEqual([])
      expect(statement).toMatchObject({ Action: 'lambda:InvokeFunction' })
      expect([statement?.Resource].flat().map(nameIn)).toContain(nameIn(uri))
    }
    const named = [...allowed.values()].flatMap(([statement]) => statement?.Resource)
    expect(named).toHaveLength(Object.keys(endpoints).length)
    // An ARN has up to 120 characters, and the policies of a role up to 10,240.
    for (const [statement] of allowed.values()) expect(statement?.Resource.length).toBeLessThan(60)
  })

  test('the names of its functions fit Lambda’s limit in a stage with the longest name', () => {
    const stage = 'x'.repeat(20)
    const { Api } = synthesizeWithoutDashboard({ stage })
    const names = Object.values(resources(Api ? { Api } : {}, 'AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.FunctionName,
    )
    expect(names).toHaveLength(Object.keys(endpoints).length)
    for (const name of names) expect(name).toMatch(/^Messaging-x{20}-Api-\w{1,29}$/)
  })

  test('a route is deployed when its function exists', () => {
    const [deployment] = Object.values(resources(templates, 'AWS::ApiGateway::Deployment'))
    const ids = Object.entries(resources(templates.Api ? { Api: templates.Api } : {}, 'AWS::Lambda::Function'))
    for (const [id] of ids) expect(deployment?.DependsOn).toContain(id)
  })

  test('the stack has room for twice as many routes', () => {
    expect(Object.keys(templates.Api?.toJSON().Resources).length).toBeLessThan(250)
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
    const asking = Object.values(all).map((operation) => [entryOf(operation), operation.security.length > 0])
    const wanted = Object.entries(endpoints).map(([key, { access }]) => [`api/${key}`, access !== 'public'])
    expect(Object.fromEntries(asking.filter(([entry]) => entry !== undefined))).toEqual(Object.fromEntries(wanted))
    expect(body.components.securitySchemes).toEqual({ callers: { type: 'apiKey', name: 'x-api-key', in: 'header' } })
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
    const heads = open.flatMap(([, { method, path }]) =>
      method === 'GET' ? [[`HEAD ${path.replace(/(?<=.)\/$/, '')}`, [20, 40]] as const] : [],
    )
    expect(limits).toEqual({ '* /*': [1000, 2000], ...Object.fromEntries(wanted), ...Object.fromEntries(heads) })
    // API Gateway takes at most 80 changed settings of a stage in one update.
    const changes = MethodSettings.flatMap(({ ResourcePath, HttpMethod, ...settings }: Resource[string]) =>
      Object.keys(settings),
    )
    expect(changes.length).toBeLessThan(60)
    expect(new Set(changes)).toEqual(new Set(['ThrottlingRateLimit', 'ThrottlingBurstLimit']))
  })

  test("errors of API Gateway have the format of the service's errors", () => {
    const bodies = Object.fromEntries(
      Object.entries<Resource>(body['x-amazon-apigateway-gateway-responses']).map(([type, response]) => {
        expect(response.responseParameters['gatewayresponse.header.x-request-id']).toBe('context.requestId')
        const text = response.responseTemplates['application/json'].replace('$context.error.messageString', '"…"')
        const { error, ...rest } = JSON.parse(text)
        expect(error).toEqual(expect.any(String))
        return [type, [response.statusCode, rest]]
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
    const limits = Object.entries<Resource>(body['x-amazon-apigateway-gateway-responses'])
      .filter(([, { statusCode }]) => statusCode === '429')
      .map(([type, { responseParameters }]) => [type, responseParameters['gatewayresponse.header.Retry-After']])
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
