import { numberOf, objectAt, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import type { Mock } from './api-model.ts'

/** The values that templates and header mappings of gateway responses can refer to. */
export interface RequestVariables {
  /** `$context` as nested objects. */
  readonly context: object
  readonly stageVariables: Readonly<Record<string, string>> | null
  header(name: string): string | undefined
  query(name: string): string | undefined
  pathParameter(name: string): string | undefined
}

const REFERENCE = /\$((?:context(?:\.[A-Za-z]\w*)+)|(?:stageVariables\.\w+)|(?:method\.request\.\w+\.[\w-]+))/g

/** The gateway responses by type: default status, message and `x-amzn-ErrorType` header. */
const GATEWAY_RESPONSES = {
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  UNAUTHORIZED: [401, 'Unauthorized', 'UnauthorizedException'],
  /** UNAUTHORIZED for an expired token. */
  TOKEN_EXPIRED: [401, 'The incoming token has expired', 'UnauthorizedException'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  AUTHORIZER_FAILURE: [500, 'Internal server error', 'AuthorizerFailureException'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error', 'InternalServerErrorException'],
  INVALID_API_KEY: [403, 'Forbidden', 'ForbiddenException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  DEFAULT_5XX: [502, 'Internal server error', 'InternalServerErrorException'],
} as const

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Buffer
}

const DEFAULT_TEMPLATES: JsonObject = { 'application/json': '{"message":$context.error.messageString}' }

/**
 * Builds the responses with which API Gateway itself rejects requests. The API's response of exactly this type has
 * priority. Next is `DEFAULT_4XX` or `DEFAULT_5XX`, which keeps the original status unless it sets one. The last is
 * AWS's default.
 */
export function gatewayResponsesOf(
  resources: readonly Resource[],
): (type: GatewayResponseType, variables: RequestVariables) => HttpResponse {
  const byType = new Map(resources.map((resource) => [textOf(resource.properties.ResponseType), resource.properties]))
  return (type, variables) => {
    const [defaultStatus, message, errorType] = GATEWAY_RESPONSES[type]
    const responseType = type === 'TOKEN_EXPIRED' ? 'UNAUTHORIZED' : type
    const fallback = defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'
    // AWS does not allow an API to customise this response.
    const custom = type === 'REQUEST_TOO_LARGE' ? undefined : (byType.get(responseType) ?? byType.get(fallback))
    const withError: RequestVariables = {
      ...variables,
      context: {
        ...variables.context,
        error: { message, messageString: JSON.stringify(message), responseType, validationErrorString: '' },
      },
    }
    const [contentType, template] = templateFor(custom, variables.header('accept'))
    const headers = Object.entries(objectAt(custom, 'ResponseParameters')).flatMap(([name, value]) => {
      const header = name.split('gatewayresponse.header.')[1]
      return header ? [[header, resolveReference(textOf(value) ?? '', withError)] as const] : []
    })
    return {
      status: numberOf(custom?.StatusCode) ?? defaultStatus,
      headers: { 'content-type': contentType, 'x-amzn-errortype': errorType, ...Object.fromEntries(headers) },
      body: renderTemplate(template, withError),
    }
  }
}

/** Returns the template for the accepted content type, otherwise the JSON template, otherwise the only template. */
function templateFor(
  custom: JsonObject | undefined,
  accept: string | undefined,
): [contentType: string, template: string] {
  const own = objectAt(custom, 'ResponseTemplates')
  const templates = Object.keys(own).length > 0 ? own : DEFAULT_TEMPLATES
  const accepted = accept?.split(/[,;]/)[0]?.trim() ?? ''
  const contentType = [accepted, 'application/json', ...Object.keys(templates)].find((name) => name in templates) ?? ''
  return [contentType, textOf(templates[contentType]) ?? '']
}

/** Returns the response of a mock integration. */
export function mockResponse({ status, headers, templates }: Mock, variables: RequestVariables): HttpResponse {
  const mapped = Object.entries(headers).map(([name, mapping]) => [name, resolveReference(mapping, variables)])
  const [contentType, template = ''] = Object.entries(templates)[0] ?? []
  return {
    status,
    headers: { ...(contentType && { 'content-type': contentType }), ...Object.fromEntries(mapped) },
    body: renderTemplate(template, variables),
  }
}

/** Replaces each `$context.…`, `$stageVariables.…` and `$method.request.…`. An unknown reference becomes empty. */
function renderTemplate(template: string, variables: RequestVariables): string {
  return template.replaceAll(REFERENCE, (_, reference: string) => lookUp(reference, variables))
}

/** Returns a mapped header's value, from `'fixed text'` in single quotes or a reference such as `context.requestId`. */
function resolveReference(mapping: string, variables: RequestVariables): string {
  const fixed = /^'(.*)'$/s.exec(mapping)
  return fixed ? (fixed[1] ?? '') : lookUp(mapping, variables)
}

function lookUp(reference: string, variables: RequestVariables): string {
  const [root, ...path] = reference.split('.')
  if (root === 'stageVariables') return variables.stageVariables?.[path.join('.')] ?? ''
  if (root === 'method') return ofRequest(path[1] ?? '', path.slice(2).join('.'), variables) ?? ''
  const value = path.reduce<unknown>(
    (holder, name) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined),
    variables.context,
  )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function ofRequest(location: string, name: string, variables: RequestVariables): string | undefined {
  if (location === 'header') return variables.header(name)
  return location === 'querystring' ? variables.query(name) : variables.pathParameter(name)
}
