/** Who calls: a user, for which of their organisations, and what they, or the API key of theirs, may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  readonly permission: 'full' | 'read'
  /** Groups of the user pool; an API key has none. */
  readonly groups: readonly string[]
  /** The sign-in that the request's token comes from; an API key has none. */
  readonly sessionId?: string
}
