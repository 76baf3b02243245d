import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import type { JsonSchema, Operation } from '@replywright/contract/openapi/types.ts'
import { describe, expect, test } from 'vitest'
import { ARRAYS, ENDPOINTS, PAGES, RESOURCES } from './spec-rows.ts'
import { isOfCell, longestOfCell, resolve, wordsOf } from './spec-types.ts'

const document = openApiDocument('https://api.messaging.example')

function operationOf(method: string, path: string): Operation {
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`There is no ${method} ${path}`)
  return found
}

function bodyOf(method: string, path: string): JsonSchema {
  return resolve(document, operationOf(method, path).requestBody?.content['application/json']?.schema)
}

function responseOf(method: string, path: string): JsonSchema {
  const success = Object.entries(operationOf(method, path).responses).find(([status]) => status.startsWith('2'))?.[1]
  return (success && 'content' in success && success.content?.['application/json']?.schema) || {}
}

/** Returns the input schema of a resource, or undefined if the API document does not show what callers send. */
function inputOf(resource: string): JsonSchema | undefined {
  return resource === 'LinkSession' ? undefined : document.components.schemas[`${resource}Input`]
}

/**
 * Returns whether a field is sent although the table says read-only: the arrays of an agent (its PUT is "with all
 * sub-resources") and the ids of their items.
 */
const isSent = (field: string, type: string) => field === 'id' || type.startsWith('array of Agent')
/** Required in the table, and can be left out because it can only be the agent itself. */
const OMISSIBLE = 'parentAgentId'
/** Fields that the service adds to the tables. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  Conversation: ['control'],
  Agent: [
    'askForHuman',
    'transcribeVoice',
    'separateMessages',
    'fallbackModel',
    'outcomeKeys',
    'monthlyLimitUsd',
    'stepsPerTurn',
    'guardrails',
    'requiresProof',
    'problems',
  ],
  Template: ['messageSendTtlSeconds', 'libraryTemplate'],
  AgentTool: ['problem'],
  AgentDocument: ['problem'],
  AgentWebsiteTool: ['daily', 'pages', 'cite', 'readAt', 'reading', 'problem', 'readPages'],
}
/** Documents are uploaded one by one; an agent's fields rename and delete them by id. */
const NAMED_BY_ID = 'AgentDocument'

describe('Resources and their fields', () => {
  describe.each(Object.entries(RESOURCES))('%s', (resource, rows) => {
    const responseSchema = document.components.schemas[resource]

    test('has these fields in this order', () => {
      const added = ADDED[resource] ?? []
      expect(Object.keys(responseSchema?.properties ?? {})).toEqual([...rows.map(([field]) => field), ...added])
    })

    test.each(rows)('%s | %s | %s', (field = '', type = '', notes = '') => {
      const property = responseSchema?.properties?.[field]
      expect({ type: wordsOf(property), ok: isOfCell(document, type, property) }).toMatchObject({ ok: true })
      // All fields of a response are always present.
      expect(responseSchema?.required).toContain(field)

      const input = inputOf(resource)
      if (!input) return
      const sent = resolve(document, input.properties?.[field])
      expect(sent.maxLength).toBe(longestOfCell(type))
      if (type.includes(', ro') && !isSent(field, type)) expect(input.properties).not.toHaveProperty(field)
      if (notes === 'required' && field !== OMISSIBLE) expect(input.required).toContain(field)
      const says = rows.some(([, , each]) => each === 'required') && resource !== NAMED_BY_ID
      if (notes === '' && says) expect(input.required ?? []).not.toContain(field)
      if (type.includes('URI format')) expect(sent.format).toBe('uri')
      const [, choices] = /one of (.*)$/.exec(type) ?? []
      if (choices) expect(sent.enum).toEqual(choices.split(' '))
    })
  })

  test('Agent: all fields are required except description, icebreakers and llmModel', () => {
    const required = (RESOURCES.Agent ?? []).filter(([, , mark]) => mark === 'yes').map(([field]) => field)
    expect(required).toHaveLength(25)
    expect(document.components.schemas.Agent?.required).toEqual(expect.arrayContaining(required))
  })

  test('The number resource: defaultRouting is agent, webhook, null or sandbox; defaultWebhook is present', () => {
    const number = document.components.schemas.BusinessNumber
    expect(number?.properties?.defaultRouting).toMatchObject({
      type: ['string', 'null'],
      enum: ['agent', 'webhook', 'sandbox', null],
    })
    expect(number?.properties).toHaveProperty('defaultWebhook')
  })
})

describe('Endpoints', () => {
  test.each(ENDPOINTS)('%s %s | %s | %s', (method = '', path = '', fields = '', status = '') => {
    const operation = operationOf(method, path)
    expect(operation.responses).toHaveProperty(status)
    if (fields === 'none') expect(operation.requestBody).toBeUndefined()
    if (fields === 'none' || fields === '') return
    const body = bodyOf(method, path)
    for (const cell of fields.split(', ')) {
      const [, name = '', type = '', marks = ''] = /^(\w+) (.*?)( required| deprecated)?$/.exec(cell) ?? []
      const field = body.properties?.[name]
      // Null counts as absent in every optional field of a body.
      const words = type.endsWith(' or null') ? wordsOf(field) : wordsOf(field).replace(/ or null$/, '')
      expect({ name, words }).toEqual({ name, words: type })
      expect(body.required?.includes(name) === true).toBe(marks === ' required')
      expect(field).toEqual(
        marks === ' deprecated'
          ? expect.objectContaining({ deprecated: true })
          : expect.not.objectContaining({ deprecated: true }),
      )
    }
  })

  test('Every path is under /api/v1/, ends in a slash and needs a key, unless it is public', () => {
    for (const { path, access } of Object.values<Endpoint>(endpoints))
      if (access !== 'public') expect(path).toMatch(/^\/api\/v1\/.+\/$/)
  })

  test.each(PAGES)('GET %s returns a page of %s and accepts offset and limit', (path = '', item = '') => {
    const page = resolve(document, responseOf('GET', path))
    expect(Object.entries(page.properties ?? {}).map(([name, type]) => [name, wordsOf(type)])).toEqual([
      ['count', 'integer'],
      ['next', 'string or null'],
      ['previous', 'string or null'],
      ['results', `array of ${item}`],
    ])
    for (const name of ['offset', 'limit'])
      expect(operationOf('GET', path).parameters).toContainEqual(
        expect.objectContaining({ name, in: 'query', schema: expect.objectContaining({ type: 'integer' }) }),
      )
  })

  test.each(ARRAYS)('GET %s returns an array of %s', (path = '', item = '') => {
    expect(wordsOf(responseOf('GET', path))).toBe(`array of ${item}`)
  })
})
