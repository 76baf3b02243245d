import { shortId } from '../assembly/resource-kind.ts'
import { isObject, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'

const INTEGRATION = 'x-amazon-apigateway-integration'
const RESPONSES = 'x-amazon-apigateway-gateway-responses'
const ANY = 'x-amazon-apigateway-any-method'
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', ANY])

/** The members that are understood, by the part of the definition. API Gateway ignores others or has a meaning for them. */
const KNOWN = {
  definition: ['openapi', 'info', 'paths', 'components', RESPONSES],
  components: ['securitySchemes'],
  operation: ['responses', 'security', INTEGRATION],
  integration: ['type', 'httpMethod', 'uri', 'credentials', 'timeoutInMillis'],
  mock: ['type', 'requestTemplates', 'passthroughBehavior', 'contentHandling', 'responses'],
  mockResponse: ['statusCode', 'responseParameters', 'responseTemplates'],
  scheme: ['type', 'name', 'in', 'x-amazon-apigateway-authtype', 'x-amazon-apigateway-authorizer'],
  authorizer: ['type', 'providerARNs', 'authorizerResultTtlInSeconds'],
  response: ['statusCode', 'responseParameters', 'responseTemplates'],
}

/** The header with an API key. */
const KEY_HEADER = 'x-api-key'

/** How a security scheme is checked: with an authorizer, or as an API key. */
type Scheme = Resource | 'api-key'

/** API Gateway's limit on a definition. */
const DEFINITION_LIMIT_BYTES = 6 * 1024 * 1024

/**
 * Returns all resources, and for each REST API with a `Body` those that API Gateway creates from it.
 * @throws Error that names the API, for a definition that API Gateway rejects or that is not supported
 */
export function withImported(resources: readonly Resource[]): readonly Resource[] {
  return resources.flatMap((resource) => {
    if (resource.type !== 'AWS::ApiGateway::RestApi') return [resource]
    const { Body, BodyS3Location } = resource.properties
    if (BodyS3Location !== undefined) throw rejected(resource, 'a definition in S3 is not supported')
    if (Body === undefined) return [resource]
    if (!isObject(Body)) throw rejected(resource, 'Body is no object')
    const also = resources.find(({ type, properties }) => PARTS.test(type) && isOf(resource, properties))
    if (also) throw rejected(resource, `the next import of its Body would remove ${also.logicalId}`)
    return [resource, ...importDefinition(resource, Body)]
  })
}

/** What an import replaces. Stages and deployments remain. */
const PARTS = /^AWS::ApiGateway::(Resource|Method|Authorizer|GatewayResponse)$/

function isOf(api: Resource, properties: JsonObject): boolean {
  return textOf(properties.RestApiId) === api.physicalId
}

/** Returns the resources that the import of an OpenAPI 3.0 definition creates. */
function importDefinition(api: Resource, definition: JsonObject): readonly Resource[] {
  requireKnown(api, 'definition', definition)
  if (!/^3\.0\.\d+$/.test(textOf(definition.openapi) ?? '')) throw rejected(api, 'only OpenAPI 3.0 is supported')
  if (textOf(objectAt(definition, 'info').title) === undefined) throw rejected(api, 'info.title is missing')
  if (Buffer.byteLength(JSON.stringify(definition)) > DEFINITION_LIMIT_BYTES)
    throw rejected(api, 'the definition exceeds 6 MB')
  const components = objectAt(definition, 'components')
  requireKnown(api, 'components', components)
  const schemes = Object.entries(objectAt(components, 'securitySchemes'))
  const security = new Map(schemes.map(([name, scheme]) => [name, schemeOf(api, name, scheme)]))
  const paths = Object.entries(objectAt(definition, 'paths'))
  return [
    ...[...security.values()].filter((scheme) => scheme !== 'api-key'),
    ...pathResources(
      api,
      paths.map(([path]) => path),
    ),
    ...paths.flatMap(([path, item]) => methodsOf(api, path, item, security)),
    ...Object.entries(objectAt(definition, RESPONSES)).map(([type, response]) => responseOf(api, type, response)),
  ]
}

/** Returns a resource for each part of each path. */
function pathResources(api: Resource, paths: readonly string[]): readonly Resource[] {
  const created = new Map<string, Resource>()
  const variables = new Map<string, string>()
  for (const path of paths) {
    if (path === '/') continue
    const parts = path.split('/').slice(1)
    if (!path.startsWith('/') || parts.some((part) => !PATH_PART.test(part)))
      throw rejected(api, `the path ${path} is not supported`)
    parts.forEach((part, index) => {
      const parent = parts.slice(0, index).join('/')
      if (part.endsWith('+}') && index < parts.length - 1)
        throw rejected(api, `${path}: only the last part can be greedy`)
      const sibling = part.startsWith('{') ? (variables.get(parent) ?? part) : part
      if (sibling !== part) throw rejected(api, `${path}: the sibling ${sibling} already has a variable path part`)
      if (part.startsWith('{')) variables.set(parent, part)
      const own = resourceId(api, parts.slice(0, index + 1).join('/'))
      created.set(own, partOf(api, 'Resource', own, { ParentId: resourceId(api, parent), PathPart: part }))
    })
  }
  return [...created.values()]
}

const PATH_PART = /^(?:[\w.:~-]+|\{[\w.-]+\+?\})$/

/** Returns the id of a path's resource. That of the root is `RootResourceId`. */
function resourceId({ stack, logicalId }: Resource, path: string): string {
  return shortId({ stack, logicalId: `${logicalId}/${path}` })
}

function methodsOf(
  api: Resource,
  path: string,
  item: Json,
  security: ReadonlyMap<string, Scheme>,
): readonly Resource[] {
  return Object.entries(isObject(item) ? item : {}).map(([verb, operation]) => {
    const name = `${verb} ${path}`
    if (!METHODS.has(verb) || !isObject(operation)) throw rejected(api, `${name} is not supported`)
    requireKnown(api, 'operation', operation, name)
    const id = resourceId(api, path.slice(1))
    return partOf(api, 'Method', `${id} ${verb}`, {
      ResourceId: id,
      HttpMethod: verb === ANY ? 'ANY' : verb.toUpperCase(),
      ...authorizationOf(api, name, operation, security),
      Integration: integrationOf(api, name, operation[INTEGRATION]),
    })
  })
}

function authorizationOf(
  api: Resource,
  name: string,
  operation: JsonObject,
  security: ReadonlyMap<string, Scheme>,
): JsonObject {
  const [requirement, ...alternatives] = objectsOf(operation.security)
  if (!requirement) return { AuthorizationType: 'NONE' }
  const [[scheme = '', scopes] = [], ...further] = Object.entries(requirement)
  const authorizer = security.get(scheme)
  if (!authorizer || alternatives.length > 0 || further.length > 0)
    throw rejected(api, `${name}: exactly one security scheme of the definition is supported`)
  if (authorizer === 'api-key') return { AuthorizationType: 'NONE', ApiKeyRequired: true }
  return {
    AuthorizationType: 'COGNITO_USER_POOLS',
    AuthorizerId: authorizer.physicalId,
    AuthorizationScopes: textsOf(scopes),
  }
}

function integrationOf(api: Resource, name: string, integration: Json | undefined): JsonObject {
  if (!isObject(integration)) throw rejected(api, `${name}: no integration defined for method`)
  if (textOf(integration.type)?.toLowerCase() === 'mock') return mockOf(api, name, integration)
  requireKnown(api, 'integration', integration, name)
  const { type, httpMethod, uri, credentials, timeoutInMillis } = integration
  if (textOf(type)?.toLowerCase() !== 'aws_proxy') throw rejected(api, `${name}: only aws_proxy and mock are supported`)
  // Lambda's Invoke is a POST. With another method each request fails.
  if (httpMethod !== 'POST') throw rejected(api, `${name}: httpMethod of the integration must be POST`)
  return {
    Type: 'AWS_PROXY',
    IntegrationHttpMethod: 'POST',
    Uri: uri ?? null,
    ...(credentials !== undefined && { Credentials: credentials }),
    ...(timeoutInMillis !== undefined && { TimeoutInMillis: timeoutInMillis }),
  }
}

/** Returns a mock with one response, for every request. */
function mockOf(api: Resource, name: string, integration: JsonObject): JsonObject {
  requireKnown(api, 'mock', integration, name)
  const { default: response, ...others } = objectAt(integration, 'responses')
  if (!isObject(response) || Object.keys(others).length > 0)
    throw rejected(api, `${name}: exactly one response, default, is supported`)
  requireKnown(api, 'mockResponse', response, name)
  const { statusCode, responseParameters = {}, responseTemplates = {} } = response
  const told = textOf(objectAt(integration, 'requestTemplates')['application/json'])
  // A mock returns the response that its request template names.
  if (told !== JSON.stringify({ statusCode: Number(statusCode) }))
    throw rejected(api, `${name}: requestTemplates must name the status of the response`)
  return {
    Type: 'MOCK',
    IntegrationResponses: [
      {
        StatusCode: statusCode ?? null,
        ResponseParameters: responseParameters,
        ResponseTemplates: responseTemplates,
      },
    ],
  }
}

function schemeOf(api: Resource, name: string, scheme: Json): Scheme {
  const header = isObject(scheme) ? textOf(scheme.name)?.toLowerCase() : undefined
  if (!isObject(scheme) || header !== KEY_HEADER) return authorizerOf(api, name, scheme)
  requireKnown(api, 'scheme', scheme, name)
  return 'api-key'
}

function authorizerOf(api: Resource, name: string, scheme: Json): Resource {
  const type = 'cognito_user_pools'
  const authorizer = objectAt(scheme, 'x-amazon-apigateway-authorizer')
  if (
    !isObject(scheme) ||
    scheme.type !== 'apiKey' ||
    scheme.in !== 'header' ||
    textOf(scheme['x-amazon-apigateway-authtype']) !== type ||
    textOf(authorizer.type) !== type
  )
    throw rejected(api, `${name}: only authorizers of user pools are supported`)
  requireKnown(api, 'scheme', scheme, name)
  requireKnown(api, 'authorizer', authorizer, name)
  const userPools = textsOf(authorizer.providerARNs)
  if (userPools.length === 0) throw rejected(api, `${name}: providerARNs is empty`)
  return partOf(api, 'Authorizer', `${api.physicalId}/${name}`, {
    Type: 'COGNITO_USER_POOLS',
    IdentitySource: `method.request.header.${textOf(scheme.name)}`,
    ProviderARNs: userPools,
  })
}

function responseOf(api: Resource, type: string, response: Json): Resource {
  if (!isObject(response)) throw rejected(api, `${type} is no object`)
  requireKnown(api, 'response', response, type)
  const { statusCode, responseParameters = {}, responseTemplates = {} } = response
  return partOf(api, 'GatewayResponse', `${api.physicalId}/${type}`, {
    ResponseType: type,
    ...(statusCode !== undefined && { StatusCode: statusCode }),
    ResponseParameters: responseParameters,
    ResponseTemplates: responseTemplates,
  })
}

function partOf(api: Resource, kind: string, physicalId: string, properties: JsonObject): Resource {
  return {
    stack: api.stack,
    logicalId: physicalId,
    type: `AWS::ApiGateway::${kind}`,
    physicalId,
    arn: '',
    properties: { RestApiId: api.physicalId, ...properties },
  }
}

function requireKnown(api: Resource, part: keyof typeof KNOWN, value: JsonObject, name: string = part): void {
  const unknown = Object.keys(value).find((key) => !KNOWN[part].includes(key))
  if (unknown !== undefined) throw rejected(api, `${name}: ${unknown} is not supported`)
}

function rejected({ stack, logicalId }: Resource, reason: string): Error {
  return new Error(`${stack}/${logicalId}: ${reason}`)
}
