import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type LambdaService, startLambda } from '../lambda/lambda-service.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { type RestApiOptions, startRestApi } from './rest-api.ts'

const ENVIRONMENT = { region: 'eu-central-1', accountId: '111111111111' }
const FUNCTION_ARN = 'arn:aws:lambda:eu-central-1:111111111111:function:api'
export const URI = `arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/${FUNCTION_ARN}/invocations`

const SOURCE = `export const handler = async (event) => {
  const result = event.queryStringParameters?.result
  if (result === 'throw') throw new Error('boom')
  if (result === 'hang') await new Promise(() => setInterval(() => {}, 1000))
  if (result) return JSON.parse(result)
  return { statusCode: 200, body: JSON.stringify(event) }
}`

let code: string
let lambda: LambdaService
const running: { stop(): Promise<void> }[] = []

/** Hosts the function of the APIs while the tests of a file run, and stops each API after its test. */
export function hostFunction(): void {
  beforeAll(async () => {
    code = await mkdtemp(join(tmpdir(), 'rest-'))
    await writeFile(join(code, 'index.mjs'), SOURCE)
    const fn = resource('Function', { Handler: 'index.handler', Runtime: 'nodejs24.x' }, 'AWS::Lambda::Function')
    lambda = startLambda({
      functions: [{ ...fn, physicalId: 'api', arn: FUNCTION_ARN }],
      assetPath: () => code,
      environment: ENVIRONMENT,
      credentials: () => ({ accessKeyId: 'KEY', secretAccessKey: 'secret' }),
      endpointUrl: 'http://127.0.0.1:1',
    })
  })

  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.stop()))
  })

  afterAll(async () => {
    await lambda.stop()
    await rm(code, { recursive: true, force: true })
  })
}

export function resource(logicalId: string, properties: JsonObject, type: string): Resource {
  return { stack: 'app', logicalId, type, physicalId: logicalId, arn: '', properties }
}

export function part(kind: string, logicalId: string, properties: JsonObject): Resource {
  return resource(logicalId, { RestApiId: 'Api', ...properties }, `AWS::ApiGateway::${kind}`)
}

export function method(resourceId: string, httpMethod: string, properties: JsonObject = {}): Resource {
  return part('Method', `${resourceId}${httpMethod}`, {
    ResourceId: resourceId,
    HttpMethod: httpMethod,
    AuthorizationType: 'NONE',
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: URI },
    ...properties,
  })
}

const PLAN = resource(
  'Plan',
  { ApiStages: [{ ApiId: 'Api', Stage: 'live' }], Throttle: { RateLimit: 100 / 60, BurstLimit: 3 } },
  'AWS::ApiGateway::UsagePlan',
)

/** Returns the resources `/`, `/orders`, `/orders/{id}` and `/keyed`, and the given ones. */
export function resources(...more: Resource[]): Resource[] {
  return [
    part('Stage', 'Stage', { StageName: 'live', DeploymentId: 'deployed' }),
    part('Resource', 'Orders', { ParentId: 'root', PathPart: 'orders' }),
    part('Resource', 'Order', { ParentId: 'Orders', PathPart: '{id}' }),
    part('Resource', 'Keyed', { ParentId: 'root', PathPart: 'keyed' }),
    method('root', 'ANY'),
    method('Orders', 'GET'),
    method('Orders', 'POST'),
    method('Order', 'GET'),
    method('Keyed', 'GET', { ApiKeyRequired: true }),
    PLAN,
    ...more,
  ]
}

export async function startApi(
  parts: Resource[],
  options: Partial<RestApiOptions> = {},
  api: JsonObject = {},
): Promise<string> {
  const server = await startRestApi({
    restApi: resource('Api', api, 'AWS::ApiGateway::RestApi'),
    resources: parts,
    port: 0,
    lambda,
    environment: ENVIRONMENT,
    findKey: () => undefined,
    ...options,
  })
  running.push(server)
  return server.url
}

/** Sends a request to the function behind `/`, which returns `result`. */
export async function fetchResult(
  url: string,
  result: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  return fetch(`${url}/?result=${encodeURIComponent(text)}`, { headers })
}
