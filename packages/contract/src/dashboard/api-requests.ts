import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Moment, Uuid } from '../fields.ts'
import { CursorQuery, cursorPageOf, forBrowsers } from './fields.ts'

/** A request that was made with an API key. */
export const ApiRequest = v.object({
  id: v.string(),
  at: DateTime,
  operation: v.pipe(v.string(), v.description('The key of the operation in the contract, such as `agents/list`.')),
  method: v.string(),
  path: v.string(),
  query: v.pipe(v.string(), v.description('The names of the query parameters, separated by `&`.')),
  status: v.number(),
  code: v.pipe(v.nullable(v.string()), v.description('The code of an error.')),
  reason: v.pipe(
    v.nullable(v.string()),
    v.description(
      'What is wrong with the fields or parameters of a 400, without values: `limit: must be at most 100`.',
    ),
  ),
  milliseconds: v.pipe(v.number(), v.description('From the arrival at API Gateway to the response of the function.')),
  apiKey: v.object({ id: v.string(), name: v.string() }),
  requestId: v.string(),
  sourceIp: v.pipe(v.string(), v.description('The address that connected to the service.')),
  forwardedFor: v.pipe(
    v.nullable(v.string()),
    v.description('The address that the header X-Forwarded-For claims. Callers of the API can choose it.'),
  ),
  userAgent: v.string(),
  message: v.pipe(
    v.nullable(v.object({ id: Uuid, conversationId: Uuid })),
    v.description('The message that the request sent.'),
  ),
})
export type ApiRequest = v.InferOutput<typeof ApiRequest>

export const listApiRequests = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/api-requests/',
  query: v.object({
    ...CursorQuery.entries,
    apiKeyId: v.optional(v.string()),
    status: v.optional(
      v.pipe(v.string(), v.regex(/^[2-5](xx|\d\d)$/, 'must be a status, or one of 2xx, 3xx, 4xx and 5xx')),
    ),
    search: v.pipe(v.optional(v.string()), v.description('A part of the path, or a request id.')),
    since: v.pipe(v.optional(Moment), v.description('Inclusive start.')),
    until: v.pipe(v.optional(Moment), v.description('Exclusive end.')),
  }),
  response: v.object({
    ...cursorPageOf(ApiRequest).entries,
    isEnabled: v.pipe(v.boolean(), v.description('Whether the service records requests.')),
  }),
})
