import * as v from 'valibot'
import type { Audit } from './audit.ts'
import type { ErrorStatus } from './errors.ts'
import { IdParams, None } from './fields.ts'
import type { Role } from './roles.ts'

/** The schema of path or query parameters. API Gateway passes them as an object of strings. */
export type Parameters = v.GenericSchema<Record<string, string | undefined>, object>

/** The schema of an absent body. */
export const NO_BODY = v.undefined()

/** One operation. Routes, types of handlers, the OpenAPI document and the client are derived from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with its trailing slash. `{name}` is a path parameter. */
  readonly path: `/${string}`
  /** The permission that an API key needs. A `read` key may call `read` endpoints only. `public` endpoints require no key. */
  readonly access: 'read' | 'write' | 'public'
  /** The role that a user of the dashboard, and the owner of an API key, needs. @default by method and group */
  readonly role: Role
  /** The role that the owner of an API key needs, if it is not that of users. @default `role` */
  readonly keyRole?: Role
  /** The user pool's group that may call it, signed in with an authenticator code. @default every signed-in user */
  readonly group?: 'operators'
  /** Required headers of this endpoint: descriptions by name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly params: Parameters
  readonly query: Parameters
  /** Schema of the JSON body, or `NO_BODY`. */
  readonly body: v.GenericSchema
  /** The schemas of the body and the response for users of the dashboard, who have more fields than API keys. @default the same */
  readonly forUsers?: Readonly<Partial<Record<'body' | 'response', v.GenericSchema>>>
  /** Schemas of the body by content type, if JSON is not the only one. `body` must accept all of them. @default JSON */
  readonly content?: Readonly<Partial<Record<'application/json' | 'multipart/form-data', v.GenericSchema>>>
  /** Whether an absent body is treated as `{}`. */
  readonly bodyOptional?: boolean
  readonly status: 200 | 201 | 202 | 204 | 302
  /** Schema of the successful response's body; `NO_BODY` for 204 and 302. */
  readonly response: v.GenericSchema
  /** Schema of the body of a 503, if the endpoint returns one. */
  readonly unavailable?: v.GenericSchema
  /** The callers. `browsers`: pages and their requests, which the OpenAPI document omits. @default clients */
  readonly audience?: 'clients' | 'browsers'
  /** Whether the resource has an `ETag`, which a change accepts as `If-Match`. @default false */
  readonly versioned?: boolean
  /** Whether the response has an `ETag`, which the request accepts as `If-None-Match`. @default false */
  readonly cacheable?: boolean
  /** Whether the status and the body of the response are the provider's. @default false */
  readonly forwards?: boolean
  /** What the error for a method that the path lacks says more. */
  readonly otherMethods?: string
  /** How its calls appear in the audit log. @default no entry (`audit.test.ts` has the reasons) */
  readonly audit?: Audit
}

/** An operation for clients, which the OpenAPI document describes. */
export interface DocumentedEndpoint extends Endpoint {
  readonly audience?: 'clients'
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Error statuses in addition to those of every operation (401, 403, 429, 500). */
  readonly errors: readonly ErrorStatus[]
}

/** An operation that only our pages call. */
interface BrowserEndpoint extends Endpoint {
  readonly audience: 'browsers'
  readonly tag?: never
  readonly summary?: never
  readonly description?: never
  readonly errors?: never
}

export function isDocumented(endpoint: Endpoint): endpoint is DocumentedEndpoint {
  return endpoint.audience !== 'browsers'
}

/** An operation as users of the dashboard have it. */
type ForUsers<E extends Endpoint> = E extends { readonly forUsers: infer Schemas }
  ? Omit<E, keyof Schemas> & Schemas
  : E

/** Returns an operation as users of the dashboard have it, with the fields that only they have. */
export function forUsers<E extends Endpoint>(endpoint: E): ForUsers<E>
/* @__NO_SIDE_EFFECTS__ */
export function forUsers(endpoint: Endpoint): Endpoint {
  return { ...endpoint, ...endpoint.forUsers }
}

/** Returns the operations for clients. */
export function documentedOf(endpoints: Readonly<Record<string, Endpoint>>): [string, DocumentedEndpoint][] {
  return Object.entries(endpoints).filter((entry): entry is [string, DocumentedEndpoint] => isDocumented(entry[1]))
}

interface Defaults<D extends Declaration> {
  readonly access: D['method'] extends 'GET' ? 'read' : 'write'
  readonly role: Role
  readonly params: D['path'] extends `${string}{id}${string}` ? typeof IdParams : typeof None
  readonly query: typeof None
  readonly body: typeof NO_BODY
  readonly status: D extends { readonly response: v.GenericSchema } ? 200 : 204
  readonly response: typeof NO_BODY
  readonly errors: readonly []
}

type Optional = 'access' | 'role' | 'params' | 'query' | 'body' | 'status' | 'response'
type Declared<E extends Endpoint, Key extends keyof E = never> = Omit<E, Optional | Key> &
  Partial<Pick<E, (Optional & keyof E) | Key>>
type Declaration = Declared<DocumentedEndpoint, 'errors'> | Declared<BrowserEndpoint>

/** Declares an endpoint. Keeps the exact types of its schemas and adds the default values. */
export function endpoint<const D extends Declaration>(declaration: D): D & Omit<Defaults<D>, keyof D>
// Without this mark, the bundler would keep the endpoints that a function does not use.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint(declaration: Declaration): Endpoint & Pick<DocumentedEndpoint, 'errors'> {
  const { method, path, response, group } = declaration
  return {
    access: method === 'GET' ? 'read' : 'write',
    // Operators work for all organisations.
    role: method === 'GET' || group ? 'viewer' : 'member',
    params: path.includes('{id}') ? IdParams : None,
    query: None,
    body: NO_BODY,
    status: response ? 200 : 204,
    response: NO_BODY,
    errors: [],
    ...declaration,
  }
}
