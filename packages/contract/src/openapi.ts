import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type Endpoint, NO_BODY } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { ErrorBody, type ErrorStatus, RateLimitBody } from './errors.ts'

/** Statuses that every operation can answer. */
const COMMON_ERRORS = [401, 403, 429, 500] as const

const ERROR_DESCRIPTIONS: Record<ErrorStatus, string> = {
  400: 'Bad request, validation error',
  401: 'Invalid or missing API key',
  403: 'Insufficient permissions',
  404: 'Not found',
  409: 'In conflict with the present state',
  413: 'Body larger than 1 MB',
  415: 'Content type that is not JSON',
  429: 'Rate limit exceeded',
  500: 'Server error',
  502: 'The business messaging provider failed',
}

/** The OpenAPI 3.1 document of the whole API, made from the contract. `baseUrl` without a trailing slash. */
export function openApiDocument(baseUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(operationId, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Messaging Service API',
      version: '1.0.0',
      description:
        'AI agents that answer chat messages on business phone numbers, and signed, retried webhook deliveries.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(Object.values<Endpoint>(endpoints).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Created in the dashboard.' },
      },
      schemas: { Error: schemaOf(ErrorBody, 'output'), RateLimitError: schemaOf(RateLimitBody, 'output') },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): object {
  const { tag, summary, description, status, response, body } = endpoint
  return {
    operationId: operationId.replace('/', '.'),
    tags: [tag],
    summary,
    ...(description && { description }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body !== NO_BODY && {
      requestBody: {
        required: !endpoint.bodyOptional,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: {
      [status]: {
        description: 'Success',
        ...(response !== NO_BODY && { content: { 'application/json': { schema: schemaOf(response, 'output') } } }),
      },
      ...Object.fromEntries([...errorStatuses(endpoint)].map((error) => [error, errorResponse(error)])),
    },
  }
}

function errorStatuses({ errors, body }: Endpoint): Set<ErrorStatus> {
  return new Set([...errors, ...COMMON_ERRORS, ...(body === NO_BODY ? [] : ([400, 413, 415] as const))])
}

function errorResponse(status: ErrorStatus): object {
  const name = status === 429 ? 'RateLimitError' : 'Error'
  return {
    description: ERROR_DESCRIPTIONS[status],
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  }
}

function parameters(schema: v.GenericSchema, location: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }))
}

/** JSON Schema 2020-12. Rules that JSON Schema cannot say stay in the descriptions. */
function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output') {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'draft-2020-12' })
  return rest
}
