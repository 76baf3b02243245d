import { MOST_PENDING_SHARES, MOST_SHARES_PER_AGENT } from '@replywright/contract/share-limits.ts'

/** What is known of an address with which an agent is to be shared. */
export interface ShareFacts {
  /** Whether its user is a member of the agent's organisation, and sees the agent anyway. */
  readonly isMember: boolean
  /** Whether its user has accepted a share of the agent. */
  readonly isShared: boolean
  /** Whether it has a live invitation to the agent, also a declined one. */
  readonly isInvited: boolean
  /** The number of shares of the agent, accepted ones and live invitations. */
  readonly ofAgent: number
  /** The number of its pending invitations of all organisations. */
  readonly pending: number
}

/**
 * Decides what sharing an agent does: `invite` stores an invitation, `nothing` has no effect. It is refused if the agent
 * has too many shares (`agent_full`), or the recipient too many pending ones (`full`). It does not depend on whether the
 * address has an account.
 */
export function judgeShare({
  isMember,
  isShared,
  isInvited,
  ofAgent,
  pending,
}: ShareFacts): 'invite' | 'nothing' | 'agent_full' | 'full' {
  if (isMember || isShared || isInvited) return 'nothing'
  if (ofAgent >= MOST_SHARES_PER_AGENT) return 'agent_full'
  return pending >= MOST_PENDING_SHARES ? 'full' : 'invite'
}
