import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { AccessRequest } from '../iam/policy.ts'
import type { Principal } from './principals.ts'
import type { PostedForm } from './s3-form.ts'

/** One call of an SDK client, read whole. */
export interface Call {
  readonly method: string
  /** Path and query as they came. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly principal: Principal
  /** The key that the call is signed with. */
  readonly accessKeyId: string
  /** What it uploads, when it is a browser's form. */
  readonly form?: PostedForm
}

/** What goes back to the SDK client. */
export interface Reply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | string
}

/** What a call does, and what the caller must be allowed to for it. */
export interface Access {
  /** The API's name for the call, for example `TransactWriteItems`. */
  readonly action: string
  /** Every one must be allowed. */
  readonly needs: readonly AccessRequest[]
}

/** A service's code and HTTP status for the errors that the front door finds. */
export interface Refusals {
  readonly unknownClient: readonly [status: number, code: string]
  readonly denied: readonly [status: number, code: string]
  readonly failed: readonly [status: number, code: string]
  readonly throttled: readonly [status: number, code: string, message: string]
}

/** A service behind the front door. `access` and `handle` throw a `ServiceError` for what the service refuses. */
export interface Service {
  readonly refusals: Refusals
  access(call: Call): Access
  handle(call: Call): Promise<Reply>
  /** Whether nobody needs to have signed this. */
  isPublic?(request: Pick<Call, 'method' | 'url' | 'headers'>): boolean
  /** Answers a browser that asks whether a page may call. Nobody has signed that. */
  preflight?(request: Pick<Call, 'url' | 'headers'>): Reply
  /** The answer to a call whose item another transaction works on. */
  conflict?(call: Call): Reply
  /** An error in the shape that this service's clients read. */
  error(call: Pick<Call, 'method' | 'url'>, status: number, code: string, message: string): Reply
}
