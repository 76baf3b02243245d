import type { KeyPermission, Role } from '@replywright/contract/roles.ts'

/** The caller of the API: a user, the organisation that the call is for, and what the user or the API key may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  /** The role of the user, or of the API key's owner, in the organisation. */
  readonly role: Role
  /** What the caller may do now (`permissionOf`). `read` callers see no secrets. */
  readonly permission: KeyPermission
  /** Groups of the user pool; an API key has none. */
  readonly groups: readonly string[]
  /** The address of a dashboard user. */
  readonly email?: string
  readonly apiKey?: { readonly id: string; readonly name: string }
  /** The session that the request's token belongs to; an API key has none. */
  readonly sessionId?: string
}

/** Where a request came from, for the audit log and the list of sessions. */
export interface Origin {
  readonly requestId: string
  /** The address that connected to API Gateway: of the caller, or of the last proxy before it, such as CloudFront. */
  readonly sourceIp: string
  /** The caller's address according to a header. Anyone who calls API Gateway directly can choose it. */
  readonly forwardedFor?: string
  readonly userAgent: string
}

/** Returns the request and the addresses of an origin, for an entry of the audit log. */
export function placeOf({ requestId, sourceIp, forwardedFor }: Origin): Omit<Origin, 'userAgent'> {
  return { requestId, sourceIp, ...(forwardedFor !== undefined && { forwardedFor }) }
}
