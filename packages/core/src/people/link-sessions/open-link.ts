import type { LinkOutcome } from '@messaging/contract/link-sessions.ts'
import { findSignupUrl, signupReturnUrl } from '../../channel/signup/signup-url.ts'
import { getByToken } from './get-link-session.ts'
import { outcomeAt } from './link-session-view.ts'

/** The data for the page of a session. */
export interface OpenedLink extends LinkOutcome {
  /** The provider's signup for this session, or undefined if it is not configured. */
  readonly signupUrl: string | undefined
  /** Ends the session as cancelled. */
  readonly cancelUrl: string
}

/** Returns the data for the page of a one-time token. @throws ServiceError 404 */
export async function openLink(token: string, now: number): Promise<OpenedLink> {
  const [session, signupUrl] = await Promise.all([getByToken(token), findSignupUrl(token, now)])
  const cancelUrl = `${signupReturnUrl()}?${new URLSearchParams({ state: token, error: 'access_denied' })}`
  return { ...outcomeAt(session, now), signupUrl, cancelUrl }
}
