import { settings } from '../../platform/settings.ts'
import { findSignupSettings } from '../provider/provider-settings.ts'

/** Returns the redirect URL of the provider's signup. It is registered with the provider, so all sessions share it. */
export function signupReturnUrl(): string {
  return `${settings.PUBLIC_BASE_URL}/link/return/`
}

/** Returns the URL of the provider's signup for a link session, or undefined if no signup is configured. */
export async function findSignupUrl(state: string, now: number): Promise<string | undefined> {
  const signup = await findSignupSettings(now)
  if (!signup) return undefined
  const url = new URL(signup.dialogUrl)
  url.search = new URLSearchParams({
    client_id: signup.appId,
    config_id: signup.configId,
    redirect_uri: signupReturnUrl(),
    response_type: 'code',
    override_default_response_type: 'true',
    state,
    extras: '{}',
  }).toString()
  return url.href
}
