import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const proxied = {
  path: '/api/v1/msg-accounts/{id}/proxy/{path+}/',
  tag: 'Messaging accounts',
  description:
    "Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.",
  params: v.object({
    id: v.string(),
    path: v.pipe(
      v.string(),
      v.description(
        "A path of the provider's API without its version. Starts with the account's `waId`, the `msgPhoneNumberId` of one of its numbers, or the id of a template or media file of the account.",
      ),
    ),
  }),
  query: v.record(v.string(), v.optional(v.string())),
  response: v.pipe(v.unknown(), v.description("The provider's response.")),
  errors: [400, 403, 404, 502],
  forwards: true,
} as const

const writing = {
  ...proxied,
  body: v.pipe(v.record(v.string(), v.unknown()), v.description('A JSON object, or `multipart/form-data`.')),
  bodyOptional: true,
} as const

export const proxyGet = endpoint({ ...proxied, method: 'GET', summary: "Read from the provider's API" })
export const proxyPost = endpoint({
  ...writing,
  method: 'POST',
  summary: "POST to the provider's API",
  audit: { action: 'call_provider', object: 'account' },
})
export const proxyPut = endpoint({
  ...writing,
  method: 'PUT',
  summary: "PUT to the provider's API",
  audit: { action: 'call_provider', object: 'account' },
})
export const proxyPatch = endpoint({
  ...writing,
  method: 'PATCH',
  summary: "PATCH to the provider's API",
  audit: { action: 'call_provider', object: 'account' },
})
export const proxyDelete = endpoint({
  ...writing,
  method: 'DELETE',
  summary: "DELETE in the provider's API",
  audit: { action: 'call_provider', object: 'account' },
})
