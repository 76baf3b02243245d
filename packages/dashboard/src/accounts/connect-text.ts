import type { LinkSession } from '@replywright/contract/link-sessions.ts'

/** Returns how a signup ended that was opened in the dashboard, for its user. */
export function connectText({ status }: Pick<LinkSession, 'status'>): string {
  if (status === 'SUCCESS') return 'The account is connected. Its numbers are under Numbers.'
  if (status === 'FAILED') return 'The signup failed, and no account was connected. Try again.'
  if (status === 'EXPIRED') return 'The signup has expired, and no account was connected. Try again.'
  return 'The signup was not completed, so no account was connected.'
}
