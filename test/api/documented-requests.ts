import { type Endpoint, NO_BODY } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import type { Operation, Parameter, Response } from '@replywright/contract/openapi/types.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ApiResponse } from '../support/service.ts'
import { changedBody } from './changed-bodies.ts'
import type { Call } from './matrix-call.ts'
import { schemaValues } from './schema-values.ts'

/** Headers that only some responses have. */
const OCCASIONAL = ['X-Ignored-Fields', 'Idempotent-Replayed']

/** The seed of the generated requests. Set the variable to generate others. */
export const SEED = Number(process.env.OPENAPI_SEED ?? 20_261_122)

/** A generated request. */
export interface GeneratedCall extends Call {
  /** Whether the document allows its body. */
  readonly isValid: boolean
}

/** The URLs of an endpoint with an existing and an unknown id, and bodies with existing ids. */
interface Existing {
  readonly url: string
  readonly unknownUrl: string
  readonly bodies: readonly unknown[]
}

/** Returns what is needed to call every documented operation with generated requests. */
export function documentedRequests() {
  const document = openApiDocument('https://api.messaging.example')
  const { parameters: sharedParameters, responses: sharedResponses } = document.components
  const values = schemaValues(document)
  const operationOf = ({ path, method }: Endpoint) => document.paths[path.replaceAll('+}', '}')]?.[method.toLowerCase()]
  const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? ''

  const bodySchema = (endpoint: Endpoint) => operationOf(endpoint)?.requestBody?.content['application/json']?.schema

  /** Generates bodies: those with existing ids, arbitrary valid ones, and changed copies of both. */
  const bodiesOf = (endpoint: Endpoint, { bodies }: Existing): fc.Arbitrary<unknown> => {
    const schema = bodySchema(endpoint)
    if (!schema) return endpoint.body === NO_BODY ? fc.constant(undefined) : fc.constantFrom(...bodies)
    const valid = fc.oneof(fc.constantFrom(...bodies), values.arbitrary(schema))
    return fc.oneof(
      valid,
      valid.chain((body) => changedBody(endpoint, body)),
    )
  }

  const parametersOf = (operation: Operation | undefined): Parameter[] =>
    (operation?.parameters ?? []).flatMap((each) =>
      '$ref' in each ? (sharedParameters[nameIn(each.$ref)] ?? []) : [each],
    )

  /** Generates the query or the headers: documented values, and values that are probably not allowed. */
  const textsOf = (endpoint: Endpoint, location: 'query' | 'header'): fc.Arbitrary<Record<string, string>> => {
    const found = parametersOf(operationOf(endpoint)).filter((each) => each.in === location)
    const texts = found.map(({ name, schema, example }) => {
      const text = values.arbitrary(schema).map((value) => String(value).replace(/[^\x21-\x7e]/g, '~'))
      const other = fc.constantFrom(...(location === 'query' ? ['', '-1'] : []), 'x', '9'.repeat(300))
      return [name, fc.oneof(text, fc.constant(String(example ?? 'x')), other)] as const
    })
    return fc
      .record(Object.fromEntries(texts), { requiredKeys: [], noNullPrototype: true })
      .map((chosen) => Object.fromEntries(Object.entries(chosen).map(([name, text]) => [name, text ?? ''])))
  }

  return {
    documented: Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => operationOf(endpoint)),

    requestsOf(endpoint: Endpoint, existing: Existing): fc.Arbitrary<GeneratedCall> {
      const schema = bodySchema(endpoint)
      return fc
        .record({
          url: fc.constantFrom(existing.url, existing.url, existing.unknownUrl),
          query: textsOf(endpoint, 'query'),
          headers: textsOf(endpoint, 'header'),
          body: bodiesOf(endpoint, existing),
        })
        .map(({ url, query, headers, body }) => ({
          url: Object.keys(query).length > 0 ? `${url}?${new URLSearchParams(query)}` : url,
          headers,
          body,
          isValid: !schema || values.problems(schema, body).length === 0,
        }))
    },

    /** Expects a documented status and a body that its schema accepts; a body that is not allowed is rejected. */
    expectDocumentedResponse(
      endpoint: Endpoint,
      { isValid }: GeneratedCall,
      { status, body, headers }: ApiResponse,
    ): void {
      const { responses = {} } = operationOf(endpoint) ?? {}
      const found = responses[status] ?? responses.default
      expect(found ? [] : [status, body, Object.keys(responses)]).toEqual([])
      expect(status).not.toBe(500)
      if (!isValid) expect(status).toBeGreaterThanOrEqual(400)
      const response: Response | undefined = found && '$ref' in found ? sharedResponses[nameIn(found.$ref)] : found
      for (const name of Object.keys(response?.headers ?? {}).filter((each) => !OCCASIONAL.includes(each)))
        expect([name, headers.get(name)]).toEqual([name, expect.any(String)])
      const schema = response?.content?.['application/json']?.schema
      if (schema) expect(values.problems(schema, body)).toEqual([])
      else expect(body).toBeUndefined()
    },
  }
}
