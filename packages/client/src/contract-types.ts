import type { Endpoint } from '@replywright/contract/endpoint.ts'
import type { endpoints } from '@replywright/contract/endpoints.ts'
import type * as v from 'valibot'
import type { Client } from './client-types.ts'

// The client's types use the contract only through this file. The build replaces it with plain declarations, so that
// users need neither the contract nor its schema library.

export type { Envelope, EnvelopeMessage, EventName } from '@replywright/contract/envelope.ts'
export type { ConflictReason, ErrorCode, ErrorDetail } from '@replywright/contract/errors.ts'

/** Each operation's types by its name. */
export type Operations = TypesOf<typeof endpoints>

/** One method for each operation of the API. */
export interface ServiceClient extends Client<Operations> {}

/** The endpoints without a method. `isForClients` has the same rule. */
type Excluded = { readonly headers: object } | { readonly audience: 'browsers' } | { readonly status: 302 }

/** The types of the endpoints' schemas: the input side of requests and the output side of responses. */
export type TypesOf<T extends Readonly<Record<string, Endpoint>>> = {
  [Name in keyof T as T[Name] extends Excluded ? never : Name]: {
    params: v.InferInput<T[Name]['params']>
    query: v.InferInput<T[Name]['query']>
    body: v.InferInput<T[Name]['body']>
    bodyOptional: T[Name] extends { readonly bodyOptional: true } ? true : false
    result: v.InferOutput<T[Name]['response']>
  }
}
