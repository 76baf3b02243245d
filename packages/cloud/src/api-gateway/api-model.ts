import { isTrue, numberOf, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'

/** The longest time that API Gateway waits for an integration. */
const INTEGRATION_TIMEOUT_MILLISECONDS = 29_000

/** A response without a backend. */
export interface Mock {
  readonly kind: 'mock'
  readonly status: number
  /** The mapping of each header: a fixed text in single quotes, or a reference such as `context.requestId`. */
  readonly headers: Readonly<Record<string, string>>
  /** The template of the body by content type. */
  readonly templates: Readonly<Record<string, string>>
}

/** What a method does with a request that was admitted. */
export type Integration =
  | { readonly kind: 'lambda'; readonly functionArn: string; readonly timeoutMilliseconds: number }
  | Mock

interface Authorizer {
  readonly userPoolArns: readonly string[]
  /** Lower-case name of the header that carries the token. */
  readonly header: string
  readonly scopes: readonly string[]
}

export interface Method {
  readonly resourceId: string
  /** The resource's path as a template, for example `/orders/{id}`. */
  readonly resourcePath: string
  /** An HTTP method, or `ANY`. */
  readonly httpMethod: string
  readonly apiKeyRequired: boolean
  readonly authorizer: Authorizer | undefined
  readonly integration: Integration
}

/** A REST API as deployed to its only stage. */
export interface Api {
  readonly id: string
  readonly stage: string
  readonly deploymentId: string
  readonly stageVariables: Readonly<Record<string, string>> | null
  readonly binaryMediaTypes: readonly string[]
  readonly methods: readonly Method[]
  readonly gatewayResponses: readonly Resource[]
}

/** Builds a REST API. @throws Error for no stage or several, or an unknown authorization or integration type. */
export function apiModel(restApi: Resource, resources: readonly Resource[]): Api {
  const own = resources.filter((resource) => textOf(resource.properties.RestApiId) === restApi.physicalId)
  const ofType = (type: string) => own.filter((resource) => resource.type === `AWS::ApiGateway::${type}`)
  const [stage, ...furtherStages] = ofType('Stage')
  if (!stage || furtherStages.length > 0) throw new Error(`${restApi.logicalId}: exactly one stage is supported`)
  if (textOf(restApi.properties.ApiKeySourceType) === 'AUTHORIZER') {
    throw new Error(`${restApi.logicalId}: API keys are supported in the header only`)
  }
  const paths = resourcePaths(restApi, ofType('Resource'))
  const authorizers = new Map(ofType('Authorizer').map((resource) => [resource.physicalId, resource]))
  const variables = objectAt(stage.properties, 'Variables')
  return {
    id: restApi.physicalId,
    stage: textOf(stage.properties.StageName) ?? stage.physicalId,
    deploymentId: textOf(stage.properties.DeploymentId) ?? '',
    stageVariables: Object.keys(variables).length > 0 ? texts(variables) : null,
    binaryMediaTypes: textsOf(restApi.properties.BinaryMediaTypes),
    methods: ofType('Method').map((method) => methodOf(method, paths, authorizers)),
    gatewayResponses: ofType('GatewayResponse'),
  }
}

/** Returns a function from resource id to path template. The id of the root is `RootResourceId` and has no resource. */
function resourcePaths(restApi: Resource, resources: readonly Resource[]): (id: string) => string {
  const byId = new Map(resources.map((resource) => [resource.physicalId, resource]))
  const pathOf = (id: string): string => {
    const resource = byId.get(id)
    if (!resource) return ''
    return `${pathOf(textOf(resource.properties.ParentId) ?? restApi.physicalId)}/${textOf(resource.properties.PathPart)}`
  }
  return (id) => pathOf(id) || '/'
}

function methodOf(
  method: Resource,
  pathOf: (id: string) => string,
  authorizers: ReadonlyMap<string, Resource>,
): Method {
  const { properties } = method
  const resourceId = textOf(properties.ResourceId) ?? ''
  return {
    resourceId,
    resourcePath: pathOf(resourceId),
    httpMethod: textOf(properties.HttpMethod) ?? 'ANY',
    apiKeyRequired: isTrue(properties.ApiKeyRequired),
    authorizer: authorizerOf(method, authorizers),
    integration: integrationOf(method, objectAt(properties, 'Integration')),
  }
}

function authorizerOf(method: Resource, authorizers: ReadonlyMap<string, Resource>): Authorizer | undefined {
  const type = textOf(method.properties.AuthorizationType) ?? 'NONE'
  if (type === 'NONE') return undefined
  const authorizer = authorizers.get(textOf(method.properties.AuthorizerId) ?? '')
  if (type !== 'COGNITO_USER_POOLS' || !authorizer) {
    throw new Error(`${method.stack} ${method.logicalId}: authorization type ${type} is not supported`)
  }
  const source = textOf(authorizer.properties.IdentitySource) ?? 'method.request.header.Authorization'
  return {
    userPoolArns: textsOf(authorizer.properties.ProviderARNs),
    header: source.replace('method.request.header.', '').toLowerCase(),
    scopes: textsOf(method.properties.AuthorizationScopes),
  }
}

function integrationOf(method: Resource, integration: JsonObject): Integration {
  const type = textOf(integration.Type)
  const functionArn = /\/functions\/(.+)\/invocations$/.exec(textOf(integration.Uri) ?? '')?.[1]
  if (type === 'AWS_PROXY' && functionArn) {
    const timeoutMilliseconds = numberOf(integration.TimeoutInMillis) ?? INTEGRATION_TIMEOUT_MILLISECONDS
    return { kind: 'lambda', functionArn, timeoutMilliseconds }
  }
  if (type === 'MOCK') return mockOf(integration)
  throw new Error(`${method.stack} ${method.logicalId}: integration ${type} is not supported`)
}

/** Builds a mock from its first response. */
function mockOf(integration: JsonObject): Mock {
  const [response] = objectsOf(integration.IntegrationResponses)
  const headers = Object.entries(objectAt(response, 'ResponseParameters')).flatMap(([name, value]) => {
    const header = name.split('method.response.header.')[1]
    return header === undefined ? [] : [[header, textOf(value) ?? ''] as const]
  })
  return {
    kind: 'mock',
    status: numberOf(response?.StatusCode) ?? 200,
    headers: Object.fromEntries(headers),
    templates: texts(objectAt(response, 'ResponseTemplates')),
  }
}

function texts(values: { readonly [key: string]: Json }): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value) ?? '']))
}
