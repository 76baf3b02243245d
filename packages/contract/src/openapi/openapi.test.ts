import { readdirSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { documentedOf, type Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { Envelope, EVENT_NAMES, MessageReceivedEvent } from '../envelope.ts'
import { ERROR_STATUS, ErrorBody, RateLimitBody } from '../errors.ts'
import { namedSchemas } from './modules.ts'
import { openApiDocument } from './openapi.ts'
import { bodyContent } from './operation.ts'
import type { Content, JsonSchema, Operation } from './types.ts'

const document = openApiDocument('https://api.messaging.example')
const documented = documentedOf(endpoints)

function operationOf({ path, method }: Endpoint): Operation {
  const found = document.paths[path.replaceAll('+}', '}')]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

function examplesOf(content: Content = {}): [string, unknown][] {
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    Object.values(examples).map(({ value }): [string, unknown] => [mediaType, value]),
  )
}

test('every tag has a description', () => {
  expect(document.tags.filter(({ name, description }) => description === name)).toEqual([])
})

describe.each(documented)('%s', (_, endpoint) => {
  const operation = operationOf(endpoint)

  test('has its success response, its errors and its parameters', () => {
    expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) })
    expect(operation.responses).toHaveProperty(String(endpoint.status))
    expect(operation.responses[429]).toEqual({ $ref: '#/components/responses/TooManyRequests' })
    for (const error of endpoint.errors) expect(operation.responses).toHaveProperty(String(error))
    expect(operation.responses[401] === undefined).toBe(endpoint.access === 'public' && !endpoint.errors.includes(401))
    expect(operation.security).toEqual(endpoint.access === 'public' ? [] : undefined)
    const names = [...endpoint.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((parameter) => 'in' in parameter && parameter.in === 'path')
    const inHeader = operation.parameters.filter((parameter) => 'in' in parameter && parameter.in === 'header')
    expect(inHeader).toEqual(
      Object.keys(endpoint.headers ?? {}).map((name) => expect.objectContaining({ name, required: true })),
    )
    expect(inPath).toEqual(
      names.map((name) => expect.objectContaining({ name, required: true, description: expect.stringMatching(/./) })),
    )
  })

  test('describes its parameters', () => {
    const described = operation.parameters.flatMap((each) => ('in' in each ? [each.description] : []))
    expect(described.filter((text) => text === '' || text.includes(' the .'))).toEqual([])
  })

  test('has examples that match its schemas', () => {
    const schemas = bodyContent(endpoint)
    const sent = examplesOf(operation.requestBody?.content)
    expect(sent.length > 0).toBe('application/json' in schemas)
    for (const [mediaType, value] of sent)
      expect(v.safeParse(schemas[mediaType] ?? v.never(), value).issues).toBeUndefined()
    const success = operation.responses[endpoint.status]
    const returned = success && 'content' in success ? examplesOf(success.content) : []
    expect(returned.length > 0).toBe(endpoint.response.type !== 'undefined')
    for (const [, value] of returned) expect(v.parse(endpoint.response, value)).toEqual(value)
  })
})

test('each error has an example of each of its codes, and 429 has Retry-After', () => {
  const { TooManyRequests, ...others } = document.components.responses
  for (const { content, headers } of Object.values(others)) {
    expect(headers).toHaveProperty('x-request-id')
    expect(examplesOf(content).length).toBeGreaterThan(0)
    for (const [, value] of examplesOf(content)) expect(v.parse(ErrorBody, value)).toEqual(value)
  }
  const codes = Object.values(others).flatMap(({ content }) =>
    examplesOf(content).map(([, value]) => v.parse(ErrorBody, value).code),
  )
  // No operation returns it.
  expect(new Set([...codes, 'method_not_allowed'])).toEqual(new Set(Object.keys(ERROR_STATUS)))
  expect(TooManyRequests?.headers).toHaveProperty('Retry-After')
  for (const [, value] of examplesOf(TooManyRequests?.content)) expect(v.parse(RateLimitBody, value)).toEqual(value)
})

test('has the version and security scheme of the spec', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0', license: { identifier: 'Apache-2.0' }, contact: { url: expect.any(String) } },
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  })
})

test('marks the deprecated field of a body', () => {
  expect(document.components.schemas.ConversationInput).toMatchObject({
    properties: { toNumber: { type: ['string', 'null'] }, phoneNumber: { deprecated: true } },
  })
})

describe('generators of clients', () => {
  test('find a named schema for every body with fields', () => {
    const unnamed = documented.flatMap(([key, endpoint]) =>
      Object.values(operationOf(endpoint).requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}).length > 0 ? [key] : [],
      ),
    )
    expect(unnamed).toEqual([])
    const ofBody = (key: 'agents/create' | 'agents/replace') =>
      operationOf(endpoints[key]).requestBody?.content['application/json']?.schema
    expect(ofBody('agents/replace')).toEqual(ofBody('agents/create'))
  })

  test('find a type of each field that a rule restricts, so that they can merge both', () => {
    const schemas = Object.values(document.components.schemas).flatMap((schema) => [schema, ...fieldsOf(schema)])
    const rules = schemas.flatMap(({ type, properties, allOf = [] }) =>
      type === undefined
        ? []
        : allOf.flatMap((rule) => [rule, alternativesOf(rule)].flat().map((each) => ({ properties, each }))),
    )
    const restricted = rules.flatMap(({ properties, each }) =>
      Object.entries(Object(each).properties ?? {}).map(([name, rule]) => {
        const own = properties?.[name]
        return [name, typesOf(own), typesOf(rule)] as const
      }),
    )
    expect(restricted.length).toBeGreaterThan(5)
    for (const [name, own, rule] of restricted) expect([name, own]).toEqual([name, expect.arrayContaining(rule)])
    expect(restricted.filter(([, own]) => own.length === 0)).toEqual([])
  })

  test('find the schema of a tool beside any JSON', () => {
    for (const name of ['AgentTool', 'AgentToolInput'])
      expect(document.components.schemas[name]?.properties?.apiSchema).toMatchObject({
        anyOf: [{ $ref: '#/components/schemas/AgentHttpTool' }, { description: 'Any other JSON.' }],
      })
    expect(document.components.schemas).not.toHaveProperty('AgentHttpToolInput')
  })

  test('find the fields of a schema beside no alternatives, and no `const` among alternatives', () => {
    const written = JSON.stringify(document.components.schemas)
    expect(written).not.toMatch(/"(anyOf|oneOf)":\[\{"const"/)
    for (const { properties, anyOf, oneOf } of Object.values(document.components.schemas))
      expect(properties && (anyOf ?? oneOf)).toBeUndefined()
  })
})

test('only POST operations accept an Idempotency-Key', () => {
  const accepting = documented.filter(([, endpoint]) =>
    operationOf(endpoint).parameters.some(
      (parameter) => '$ref' in parameter && parameter.$ref.endsWith('IdempotencyKey'),
    ),
  )
  const posts = documented.filter(([, { method }]) => method === 'POST')
  expect(accepting).toEqual(posts)
})

test('numeric query parameters are integers with limits', () => {
  expect(operationOf(endpoints['phone-numbers/list']).parameters).toMatchObject([
    { name: 'offset', schema: { type: 'integer', default: 0, minimum: 0 } },
    { name: 'limit', schema: { type: 'integer', default: 20, minimum: 1, maximum: 100 } },
    { name: 'cursor' },
  ])
})

test('a list without pages says how many items it returns without a limit', () => {
  const limitOf = (key: keyof typeof endpoints) =>
    operationOf(endpoints[key]).parameters.find((parameter) => 'name' in parameter && parameter.name === 'limit')
  for (const key of ['msg-link-sessions/list', 'available-numbers/list'] as const)
    expect(limitOf(key)).toMatchObject({
      description: 'Maximum number of items to return.',
      schema: { default: 100, maximum: 100 },
    })
  for (const key of ['msg-accounts/list', 'msg-templates/list'] as const)
    expect(limitOf(key)).toMatchObject({ description: expect.stringContaining('Defaults to all items.') })
})

test('a response of several operations is one named schema', () => {
  const response = operationOf(endpoints['phone-numbers/get']).responses[200]
  expect(response).toHaveProperty('content.application/json.schema', { $ref: '#/components/schemas/BusinessNumber' })
  expect(document.components.schemas).toHaveProperty('BusinessNumberPage.properties.results.items', {
    $ref: '#/components/schemas/BusinessNumber',
  })
})

test('an example of a time range is not empty', () => {
  const bodies = documented.flatMap(([, endpoint]) => {
    const { parameters, requestBody, responses } = operationOf(endpoint)
    const queries = parameters.flatMap((each) =>
      'in' in each && each.example !== undefined ? [[each.name, each.example]] : [],
    )
    const returned = Object.values(responses).flatMap((each) => ('content' in each ? examplesOf(each.content) : []))
    return [
      Object.fromEntries(queries),
      ...[...examplesOf(requestBody?.content), ...returned].map(([, value]) => value),
    ]
  })
  const ranges = bodies.flatMap(rangesIn)
  expect(ranges.length).toBeGreaterThan(2)
  for (const { since, until } of ranges) expect(since < until).toBe(true)
})

test('every event is a webhook with valid examples, and says when it is sent, who receives it and how often', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_NAMES])
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const examples = examplesOf(post?.requestBody?.content).map(([, value]) => value)
    expect(examples[0]).toMatchObject({ event })
    for (const example of examples) expect(v.parse(Envelope, example)).toEqual(example)
    for (const part of ['When it is sent', 'Recipient', 'Order and duplicates', 'Retries'])
      expect(post?.description).toContain(`**${part}.**`)
  }
})

test('a message has an example of each type of content', () => {
  const content = document.webhooks['message.received']?.post?.requestBody?.content
  const shown = examplesOf(content).flatMap(([, value]) => Object.keys(v.parse(MessageReceivedEvent, value).message))
  expect(shown).toEqual(expect.arrayContaining(['location', 'contacts', 'order', 'reaction', 'edit', 'revoke']))
})

test('the body of every operation has a description', () => {
  const bodies = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'))
  expect(bodies.filter(([, { description }]) => !description)).toEqual([])
})

test('HTML pages are not in the document', () => {
  expect(Object.keys(document.paths)).not.toContain('/docs')
})

test('the exported schemas of every module are named', async () => {
  const names = new Set(namedSchemas().values())
  // Path and query schemas become parameters, which need no schema name.
  const parameters = new Set<unknown>(Object.values(endpoints).flatMap(({ params, query }) => [params, query]))
  const files = readdirSync(import.meta.dirname).filter(
    (file) => /\.ts$/.test(file) && !/^openapi|\.test\.ts$/.test(file),
  )
  for (const file of files) {
    const exported: Record<string, unknown> = await import(new URL(file, import.meta.url).href)
    const objects = Object.entries(exported).filter(([, value]) => v.is(ObjectSchema, value) && !parameters.has(value))
    expect([file, [...names]]).toEqual([file, expect.arrayContaining(objects.map(([name]) => name))])
  }
})

const ObjectSchema = v.looseObject({ type: v.literal('object'), entries: v.looseObject({}) })

function fieldsOf({ properties = {} }: JsonSchema): JsonSchema[] {
  return Object.values(properties).flatMap((field) => (typeof field === 'object' ? [field] : []))
}

function alternativesOf(schema: JsonSchema | boolean): (JsonSchema | boolean)[] {
  return typeof schema === 'object' ? (schema.anyOf ?? []) : []
}

/** Returns the types of a field; those of its values if it has only values. */
function typesOf(field: unknown): string[] {
  const { type }: { type?: string | string[] } = Object(field)
  return type === undefined ? [] : [type].flat()
}

/** Returns the time ranges at any depth of a value. */
function rangesIn(value: unknown): { readonly since: string; readonly until: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const { since, until }: { since?: unknown; until?: unknown } = value
  const own = typeof since === 'string' && typeof until === 'string' ? [{ since, until }] : []
  return [...own, ...Object.values(value).flatMap(rangesIn)]
}
