import * as v from 'valibot'
import { ServiceError } from '../../platform/errors.ts'
import { callProvider } from '../provider/call-provider.ts'
import { findProviderSettings, findSignupSettings } from '../provider/provider-settings.ts'
import { signupReturnUrl } from './signup-url.ts'

/** The function makes several calls within its timeout of 15 s. */
export const CALL_TIMEOUT_MILLISECONDS = 4_000

const Granted = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) })
const Inspected = v.object({
  data: v.object({
    is_valid: v.boolean(),
    granular_scopes: v.optional(
      v.array(v.object({ scope: v.string(), target_ids: v.optional(v.array(v.string()), []) })),
      [],
    ),
  }),
})

/** Exchanges the code of a signup, which can be used only once, for an access token. Throws as `callProvider` does. */
export async function exchangeCode(code: string, now: number): Promise<string> {
  const { appId, appSecret } = await appCredentials(now)
  const body = {
    client_id: appId,
    client_secret: appSecret,
    grant_type: 'authorization_code',
    redirect_uri: signupReturnUrl(),
    code,
  }
  const response = await callProvider(
    {
      method: 'POST',
      path: '/oauth/access_token',
      token: `${appId}|${appSecret}`,
      body,
      timeoutMilliseconds: CALL_TIMEOUT_MILLISECONDS,
    },
    now,
  )
  return v.parse(Granted, response).access_token
}

/** Returns the provider's ids of the business accounts that a token can access. Empty if the token is invalid. */
export async function grantedAccounts(accessToken: string, now: number): Promise<string[]> {
  const { appId, appSecret } = await appCredentials(now)
  const query = new URLSearchParams({ input_token: accessToken })
  const response = await callProvider(
    {
      method: 'GET',
      path: `/debug_token?${query}`,
      token: `${appId}|${appSecret}`,
      timeoutMilliseconds: CALL_TIMEOUT_MILLISECONDS,
    },
    now,
  )
  const { is_valid, granular_scopes } = v.parse(Inspected, response).data
  const managed = granular_scopes.find(({ scope }) => scope === 'whatsapp_business_management')
  return is_valid && managed ? managed.target_ids : []
}

async function appCredentials(now: number): Promise<{ appId: string; appSecret: string }> {
  const [signup, provider] = await Promise.all([findSignupSettings(now), findProviderSettings(now)])
  if (!signup || !provider)
    throw new ServiceError('conflict', "The provider's signup is not configured. Contact an operator.")
  return { appId: signup.appId, appSecret: provider.appSecret }
}
