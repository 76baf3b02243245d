import * as v from 'valibot'
import type { ErrorStatus } from './errors.ts'
import { IdParams, None } from './fields.ts'

/** An object of strings as API Gateway passes path and query parameters. */
export type Parameters = v.GenericSchema<Record<string, string | undefined>, object>

/** Says that there is no body. */
export const NO_BODY = v.undefined()

/** One operation of the API, as data: infra's routes, the handlers' types, the OpenAPI document and the client come from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with its trailing slash; `{name}` marks a path parameter. */
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** The permission that an API key needs: a `read` key may call only `read` endpoints. `public` ones need no key. */
  readonly access: 'read' | 'write' | 'public'
  /**
   * The group of the user pool whose members alone may call it, signed in with a code of an authenticator app.
   * @default everybody who is signed in
   */
  readonly group?: 'operators'
  /** Headers that it needs and others do not: their names, and what they are. */
  readonly headers?: Readonly<Record<string, string>>
  readonly params: Parameters
  readonly query: Parameters
  /** Schema of the JSON body; `NO_BODY` when the operation takes none. */
  readonly body: v.GenericSchema
  /** The body's schema by content type, where it is not JSON or not only; `body` then checks all of them. @default JSON */
  readonly content?: Readonly<Partial<Record<'application/json' | 'multipart/form-data', v.GenericSchema>>>
  /** Whether an absent body counts as `{}`. */
  readonly bodyOptional?: boolean
  /** Status of the successful answer. */
  readonly status: 200 | 201 | 204 | 302
  /** Schema of the successful answer's body; `NO_BODY` for 204 and 302. */
  readonly response: v.GenericSchema
  /** Who calls it: `browsers` for pages and what they load, which the OpenAPI document leaves out. @default clients */
  readonly audience?: 'clients' | 'browsers'
  /** Error statuses beyond those that every operation can answer (401, 403, 429, 500). */
  readonly errors: readonly ErrorStatus[]
}

/** The fields that a declaration may leave out, with the values that they then have. */
interface Defaults<D extends Declaration> {
  readonly access: D['method'] extends 'GET' ? 'read' : 'write'
  readonly params: D['path'] extends `${string}{id}${string}` ? typeof IdParams : typeof None
  readonly query: typeof None
  readonly body: typeof NO_BODY
  readonly status: D extends { readonly response: v.GenericSchema } ? 200 : 204
  readonly response: typeof NO_BODY
  readonly errors: readonly []
}

type Optional = 'access' | 'params' | 'query' | 'body' | 'status' | 'response' | 'errors'
type Declaration = Omit<Endpoint, Optional> & Partial<Pick<Endpoint, Optional>>

/** Declares an endpoint. Keeps the exact types of its schemas, and fills in the fields that are left out. */
export function endpoint<const D extends Declaration>(declaration: D): D & Omit<Defaults<D>, keyof D>
// Bundles leave out the endpoints that a function does not use, because the calls are known to be pure.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint(declaration: Declaration): Endpoint {
  const { method, path, response } = declaration
  return {
    access: method === 'GET' ? 'read' : 'write',
    params: path.includes('{id}') ? IdParams : None,
    query: None,
    body: NO_BODY,
    status: response ? 200 : 204,
    response: NO_BODY,
    errors: [],
    ...declaration,
  }
}
