import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** What every call through the proxy has in common. */
const proxied = {
  path: '/api/v1/msg-accounts/{id}/proxy/{path+}/',
  tag: 'Messaging accounts',
  description:
    "Query, body, status and JSON are passed through, up to 4 MB each way; the account's access token is added. What is no JSON, or is larger, is kept in storage and answered 302 with a signed URL. Calls that would use other credentials, leave the account or take the service's webhooks away are refused with 400, an id of another account with 403.",
  params: v.object({
    id: v.string(),
    path: v.pipe(
      v.string(),
      v.description(
        "A path of the provider's API behind its version. Begins with the account's `waId`, the `msgPhoneNumberId` of one of its numbers, or the id of a template or media file of the account.",
      ),
    ),
  }),
  query: v.record(v.string(), v.optional(v.string())),
  response: v.pipe(v.unknown(), v.description("The provider's answer.")),
  errors: [400, 403, 404, 502],
} as const

const writing = {
  ...proxied,
  body: v.pipe(v.record(v.string(), v.unknown()), v.description('A JSON object, or `multipart/form-data`.')),
  bodyOptional: true,
} as const

export const proxyGet = endpoint({ ...proxied, method: 'GET', summary: "Read from the provider's API" })
export const proxyPost = endpoint({ ...writing, method: 'POST', summary: "POST to the provider's API" })
export const proxyPut = endpoint({ ...writing, method: 'PUT', summary: "PUT to the provider's API" })
export const proxyPatch = endpoint({ ...writing, method: 'PATCH', summary: "PATCH at the provider's API" })
export const proxyDelete = endpoint({ ...writing, method: 'DELETE', summary: "DELETE at the provider's API" })
