import type { Role } from '@messaging/contract/roles.ts'

/** The caller of the API: a user, the organisation that the call is for, and what the user or the API key may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  /** The role of the user in the organisation. It limits users of the dashboard, not API keys. */
  readonly role: Role
  /** The permission of the API key; of a dashboard user `read` for viewers. `read` callers see no secrets. */
  readonly permission: 'full' | 'read'
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
  readonly sourceIp: string
  readonly userAgent: string
}
