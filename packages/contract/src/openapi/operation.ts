import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type DocumentedEndpoint, NO_BODY } from '../endpoint.ts'
import { exampleOf } from './examples.ts'
import { nounOf } from './nouns.ts'
import { componentName, MEDIA_TYPE, responsesOf } from './responses.ts'
import type { Schemas } from './schemas.ts'
import type { Content, Example, Operation, Parameter, Reference } from './types.ts'
import { EXAMPLE_VALUES } from './values.ts'

/** Returns the body schemas by media type. The object is empty for an operation without a body. */
export function bodyContent({ body, content }: DocumentedEndpoint): Readonly<Record<string, v.GenericSchema>> {
  return content ?? (body === NO_BODY ? {} : { [MEDIA_TYPE]: body })
}

/** Builds the OpenAPI operation of an endpoint. `key` is its name in the contract. */
export function operationOf(key: string, endpoint: DocumentedEndpoint, schemas: Schemas): Operation {
  const { tag, summary, description, access, keyRole, path } = endpoint
  const content = Object.entries(bodyContent(endpoint))
  return {
    operationId: key.replaceAll('/', '.'),
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(access === 'public' ? { security: [] } : { 'x-permission': access === 'write' ? 'full' : 'read' }),
    ...(keyRole && { 'x-role': keyRole }),
    parameters: [
      ...parameters(endpoint.params, 'path', path, schemas),
      ...parameters(endpoint.query, 'query', path, schemas),
      ...headers(endpoint),
      ...sharedHeaders(endpoint),
    ],
    ...(content.length > 0 && {
      requestBody: { required: !endpoint.bodyOptional, content: requestContent(key, endpoint, schemas) },
    }),
    responses: responsesOf(key, endpoint, schemas),
  }
}

/** Returns the references to the optional headers of an operation. */
function sharedHeaders({ method, versioned, cacheable }: DocumentedEndpoint): Reference[] {
  const names = [
    ...(method === 'POST' ? ['IdempotencyKey'] : []),
    ...(versioned && method !== 'GET' ? ['IfMatch'] : []),
    ...(cacheable ? ['IfNoneMatch'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function requestContent(key: string, endpoint: DocumentedEndpoint, schemas: Schemas): Content {
  const { components } = schemas
  const owner = componentName(schemas.schemaOf(endpoint.response, 'output')) ?? key
  return Object.fromEntries(
    Object.entries(bodyContent(endpoint)).map(([mediaType, schema]) => {
      const json = schemas.schemaOf(schema, 'input')
      const examples = inputExamples(schema, json, owner, components)
      return [mediaType, { schema: json, ...(mediaType === MEDIA_TYPE && { examples }) }]
    }),
  )
}

/** Builds one example for each alternative of a body. Omits optional fields if they exclude each other. */
function inputExamples(
  schema: v.GenericSchema,
  json: JsonSchema,
  owner: string,
  components: Readonly<Record<string, JsonSchema>>,
): Record<string, Example> {
  const target = json.$ref ? (components[json.$ref.split('/').at(-1) ?? ''] ?? json) : json
  const alternatives = target.oneOf ?? [json]
  return Object.fromEntries(
    alternatives.map((alternative, index) => {
      const full = exampleOf(alternative, owner, { components })
      const value = v.is(schema, full) ? full : exampleOf(alternative, owner, { components, sparse: true })
      return [alternatives.length === 1 ? 'example' : kindOf(value, index), { value }]
    }),
  )
}

function kindOf(value: unknown, index: number): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : `example${index + 1}`
}

function parameters(schema: v.GenericSchema, location: 'path' | 'query', path: string, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === 'object' ? property : {}
    const { noun, id } = nounOf(path, name)
    const example = location === 'path' ? (EXAMPLE_VALUES[`${noun}.${name}`] ?? id) : undefined
    return {
      name,
      in: location,
      required: required.includes(name),
      description: description ?? `The id of the ${noun}.`,
      schema: withNumericDefault(withoutNull(rest)),
      ...(example !== undefined && { example }),
    }
  })
}

function headers({ headers = {} }: DocumentedEndpoint): Parameter[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example: EXAMPLE_VALUES[name],
  }))
}

/** Removes null, which a query cannot contain. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [type] = [schema.type].flat()
  if (!Array.isArray(schema.type) || type === undefined) return schema
  const values = schema.enum?.filter((value) => value !== null)
  return { ...schema, type, ...(values && { enum: values }) }
}

/** Converts the default of an integer to a number. Query schemas declare it as a string. */
function withNumericDefault(schema: JsonSchema): JsonSchema {
  return schema.type === 'integer' && typeof schema.default === 'string'
    ? { ...schema, default: Number(schema.default) }
    : schema
}
