/** The caller of the API: a user, the organisation that the call is for, and what the user or the API key may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  readonly permission: 'full' | 'read'
  /** Groups of the user pool; an API key has none. */
  readonly groups: readonly string[]
  /** The name of the API key; a dashboard user has none. */
  readonly keyName?: string
  /** The session that the request's token belongs to; an API key has none. */
  readonly sessionId?: string
}
