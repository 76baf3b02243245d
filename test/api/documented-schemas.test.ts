import { dropNulls } from '@replywright/contract/absent-nulls.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { changedBody } from './changed-bodies.ts'
import { schemaValues } from './schema-values.ts'

const document = openApiDocument('https://api.messaging.example')
const values = schemaValues(document)
const bodies = Object.entries<Endpoint>(endpoints).flatMap(([key, endpoint]) => {
  const operation = document.paths[endpoint.path.replaceAll('+}', '}')]?.[endpoint.method.toLowerCase()]
  const schema = operation?.requestBody?.content['application/json']?.schema
  return schema ? [{ key, endpoint, schema }] : []
})

const RUNS = { seed: 20261122, numRuns: 25 }

describe.each(bodies)('$key', ({ endpoint, schema }) => {
  test('accepts every body that its documented schema accepts', () => {
    fc.assert(
      fc.property(values.arbitrary(schema), (body) => {
        expect(v.safeParse(endpoint.body, dropNulls(endpoint.body, body)).issues).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('rejects every body that its documented schema rejects', () => {
    const changed = values.arbitrary(schema).chain((body) => changedBody(endpoint, body))
    fc.assert(
      fc.property(changed, (body) => {
        const isAccepted = v.is(endpoint.body, dropNulls(endpoint.body, body))
        if (values.problems(schema, body).length > 0) expect([body, isAccepted]).toEqual([body, false])
      }),
      RUNS,
    )
  })
})
