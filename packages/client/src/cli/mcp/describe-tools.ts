import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
} from '@replywright/contract/openapi/types.ts'
import type { Role } from '@replywright/contract/roles.ts'
import type { Operation as Called } from '../../operation.ts'

/** An operation of the API as a tool of an MCP server. */
export interface Tool {
  readonly name: string
  /** Its command on the command line: `['webhook-deliveries', 'list']`. */
  readonly command: readonly string[]
  readonly title: string
  readonly description: string
  readonly method: Called['method']
  /** `{name}` marks a path parameter. */
  readonly path: string
  /** Names of the query parameters. */
  readonly query: readonly string[]
  /** Whether the operation has a JSON body. Without the input `body` an empty object is sent. */
  readonly hasBody: boolean
  readonly readOnly: boolean
  /** The role that the owner of the API key needs, if the permission of the key does not say it. */
  readonly role?: Role
  /** Whether the operation changes or deletes something that exists. */
  readonly destructive: boolean
  /** JSON Schema of the input: path and query parameters by name, and `body`. */
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: object
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const JSON_TYPE = 'application/json'
const SCHEMAS = '#/components/schemas/'

/** An assistant passes a cursor instead of requesting the URL in `next`. */
const CURSOR = 'The `cursor` of the URL in `next` of the previous page.'

/** The same operation as `msg-templates.unpublish`. */
const ALIASES = ['msg-templates.unpublish-by-post', 'msg-templates.unpublish-by-delete']

/**
 * Returns a tool for each operation of an OpenAPI document. Excludes operations that do not use an API key, that
 * upload files, and that call the provider's API.
 */
export function describeTools({ paths, components }: OpenApiDocument): Tool[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method.toLowerCase()]
      return operation && isTool(path, operation) ? [describeTool(method, path, operation, components.schemas)] : []
    }),
  )
}

function isTool(path: string, { 'x-permission': permission, requestBody, operationId }: Operation): boolean {
  const takesFiles = requestBody !== undefined && Object.keys(requestBody.content).some((type) => type !== JSON_TYPE)
  return permission !== undefined && !takesFiles && !path.includes('/proxy/') && !ALIASES.includes(operationId)
}

/** Statuses of operations that add something, and change nothing that exists. */
const ADDS = ['201', '202']

function describeTool(
  method: Tool['method'],
  path: string,
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Tool {
  const { operationId, summary, description, requestBody } = operation
  const parameters = operation.parameters.filter(isParameter).filter((each) => each.in !== 'header')
  const body = requestBody && withDefinitions(requestBody.content[JSON_TYPE]?.schema ?? {}, schemas)
  const takesBody = body !== undefined && !isEmpty(body)
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  return {
    name: operationId.replace(/\W/g, '_'),
    command: operationId.split('.'),
    title: summary,
    description: [`${summary}.`, description, `\`${method} ${path}\``].filter(Boolean).join('\n\n'),
    method,
    path,
    query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    hasBody: requestBody !== undefined,
    readOnly: operation['x-permission'] === 'read',
    ...(operation['x-role'] && { role: operation['x-role'] }),
    destructive:
      operation['x-permission'] === 'full' &&
      !(method === 'POST' && ADDS.some((status) => status in operation.responses)),
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          parameters.map(({ name, description, schema }) => [
            name,
            { ...withDefinitions(schema, schemas), description: name === 'cursor' ? CURSOR : description },
          ]),
        ),
        ...(takesBody && { body: { ...body, description: 'The body of the request.' } }),
      },
      required: takesBody && requestBody?.required ? [...required, 'body'] : required,
      additionalProperties: false,
    },
  }
}

function isParameter(parameter: Parameter | Reference): parameter is Parameter {
  return 'in' in parameter
}

function isEmpty({ type, properties }: JsonSchema): boolean {
  return type === 'object' && properties !== undefined && Object.keys(properties).length === 0
}

/** Returns a schema with the definitions in place of its references, because some assistants do not resolve them. */
function withDefinitions(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value
    const { $ref, ...others } = value
    const definition = schemas[String($ref).replace(SCHEMAS, '')]
    if (!definition) throw new Error(`The document has no schema ${$ref}`)
    return { ...withDefinitions(definition, schemas), ...others }
  })
}
