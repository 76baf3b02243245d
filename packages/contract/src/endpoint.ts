import * as v from 'valibot'
import type { ErrorStatus } from './errors.ts'

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

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}
