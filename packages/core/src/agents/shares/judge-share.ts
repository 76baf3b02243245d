import { MOST_PENDING_SHARES } from '@replywright/contract/share-limits.ts'

/** What is known of an address with which an agent is to be shared. */
export interface ShareFacts {
  /** Whether its user is a member of the agent's organisation, and sees the agent anyway. */
  readonly isMember: boolean
  /** Whether its user has accepted a share of the agent. */
  readonly isShared: boolean
  /** Whether it has a live invitation to the agent, also a declined one. */
  readonly isInvited: boolean
  /** The number of its pending invitations of all organisations. */
  readonly pending: number
}

/**
 * Decides what sharing an agent does: `invite` stores an invitation, `nothing` has no effect, `full` is refused because
 * the recipient has too many pending ones. It does not depend on whether the address has an account.
 */
export function judgeShare({ isMember, isShared, isInvited, pending }: ShareFacts): 'invite' | 'nothing' | 'full' {
  if (isMember || isShared || isInvited) return 'nothing'
  return pending >= MOST_PENDING_SHARES ? 'full' : 'invite'
}
