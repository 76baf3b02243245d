import type { LinkOutcome } from '@messaging/contract/link-sessions.ts'
import { findSignupSettings } from '../../channel/provider/provider-settings.ts'
import { getByToken } from './get-link-session.ts'
import { outcomeAt } from './link-session-view.ts'
import { signupReturnUrl } from './signup-access.ts'

/** The data for the page of a session. */
export interface OpenedLink extends LinkOutcome {
  /** The provider's signup for this session, or undefined if it is not configured. */
  readonly signupUrl: string | undefined
  /** Ends the session as cancelled. */
  readonly cancelUrl: string
}

/** Returns the data for the page of a one-time token. @throws ServiceError 404 */
export async function openLink(token: string, now: number): Promise<OpenedLink> {
  const [session, signup] = await Promise.all([getByToken(token), findSignupSettings(now)])
  const cancelUrl = `${signupReturnUrl()}?${new URLSearchParams({ state: token, error: 'access_denied' })}`
  if (!signup) return { ...outcomeAt(session, now), signupUrl: undefined, cancelUrl }
  const signupUrl = new URL(signup.dialogUrl)
  signupUrl.search = new URLSearchParams({
    client_id: signup.appId,
    config_id: signup.configId,
    redirect_uri: signupReturnUrl(),
    response_type: 'code',
    override_default_response_type: 'true',
    state: token,
    extras: '{}',
  }).toString()
  return { ...outcomeAt(session, now), signupUrl: signupUrl.href, cancelUrl }
}
