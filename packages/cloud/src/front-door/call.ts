import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { AccessRequest } from '../iam/policy.ts'
import { parseObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Principal } from './principals.ts'
import type { PostedForm } from './s3-form.ts'

export interface JsonCall {
  readonly action: string
  readonly input: JsonObject
}

/** A call of an SDK client with its complete body. */
export interface Call {
  readonly method: string
  /** Path and query as sent. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly principal: Principal
  /** The access key of the signature. */
  readonly accessKeyId: string
  /** The upload of a browser's form. */
  readonly form?: PostedForm
}

export interface Reply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | string
}

/** The action of a call, and the permissions that it requires. */
export interface Access {
  /** The API's name of the call, for example `TransactWriteItems`. */
  readonly action: string
  /** All must be allowed. */
  readonly needs: readonly AccessRequest[]
}

/** A service's codes and HTTP statuses for the errors that the front door reports. */
interface Refusals {
  readonly unknownClient: readonly [status: number, code: string]
  readonly denied: readonly [status: number, code: string]
  readonly failed: readonly [status: number, code: string]
  readonly throttled: readonly [status: number, code: string, message: string]
}

/** A service behind the front door. `access` and `handle` throw a `ServiceError` for invalid calls. */
export interface Service {
  /** The supported actions. Absent if an engine implements the service. */
  readonly actions?: readonly string[]
  readonly refusals: Refusals
  access(call: Call): Access
  handle(call: Call): Promise<Reply>
  /** Returns whether a request needs no signature. */
  isPublic?(request: Pick<Call, 'method' | 'url' | 'headers'>): boolean
  /** Returns the response to a browser's CORS preflight, which has no signature. */
  preflight?(request: Pick<Call, 'url' | 'headers'>): Reply
  /** Returns the response to a call whose item is in an ongoing transaction. */
  conflict?(call: Call): Reply
  /** Builds an error in the format of this service's clients. */
  error(call: Pick<Call, 'method' | 'url'>, status: number, code: string, message: string): Reply
}

/** The inputs of calls by their bodies, because each layer of a service parses its call. */
const inputs = new WeakMap<Buffer, JsonObject>()

/** Parses a call. @throws ServiceError if the call has no target or its body is not a JSON object. */
export function jsonCall({ headers, body }: Call): JsonCall {
  const target = headers['x-amz-target']
  const action = typeof target === 'string' ? target.split('.').at(-1) : undefined
  if (!action) throw new ServiceError(400, 'UnknownOperationException', 'The request has no action')
  try {
    const input = inputs.get(body) ?? parseObject(body.toString())
    inputs.set(body, input)
    return { action, input }
  } catch {
    throw new ServiceError(400, 'SerializationException', 'The body must be a JSON object')
  }
}
