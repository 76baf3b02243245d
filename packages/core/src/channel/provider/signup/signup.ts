import { randomInt } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { newId } from '../../../platform/clock.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../../platform/secrets/secrets.ts'
import { settings } from '../../../platform/settings.ts'
import { NumberEntity } from '../../numbers/number-entity.ts'
import { createNumber, type ListenersToAll } from '../../numbers/numbers.ts'
import { ProviderRefusal } from '../../port.ts'
import { connectAccount } from '../accounts/accounts.ts'
import { callProvider, type ProviderRequest } from '../provider-request.ts'
import { findProviderSettings, findSignupSettings } from '../provider-settings.ts'

const UpstreamAccount = v.object({ name: v.optional(v.string(), '') })
const UpstreamNumber = v.object({
  id: v.string(),
  display_phone_number: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\D/g, '')),
  ),
  platform_type: v.optional(v.string(), ''),
})
type UpstreamNumber = v.InferOutput<typeof UpstreamNumber>
const UpstreamNumbers = v.object({ data: v.array(UpstreamNumber) })

const PIN_DIGITS = 6

/**
 * Connects the business accounts of an access token and their numbers to the organisation. Each step is idempotent.
 * Returns the service's ids of the connected accounts. Skips accounts whose numbers all belong to other organisations.
 * Throws as `callProvider` does.
 */
export async function connectSignup(
  organizationId: string,
  accessToken: string,
  listenersToAll: ListenersToAll,
  now: EpochMs,
): Promise<string[]> {
  const connected: string[] = []
  for (const waId of await grantedAccounts(accessToken, now)) {
    const accountId = await connectGranted(organizationId, waId, accessToken, listenersToAll, now)
    if (accountId !== undefined) connected.push(accountId)
  }
  return connected
}

async function connectGranted(
  organizationId: string,
  waId: string,
  token: string,
  listenersToAll: ListenersToAll,
  now: EpochMs,
) {
  const call = (request: Pick<ProviderRequest, 'method' | 'path' | 'body'>) =>
    callProvider({ ...request, token, timeoutMilliseconds: CALL_TIMEOUT_MILLISECONDS }, now)
  const account = `/${encodeURIComponent(waId)}`
  const { name } = v.parse(UpstreamAccount, await call({ method: 'GET', path: `${account}?fields=id,name` }))
  const { data: numbers } = v.parse(
    UpstreamNumbers,
    await call({
      method: 'GET',
      path: `${account}/phone_numbers?fields=id,display_phone_number,platform_type&limit=100`,
    }),
  )
  const free = await notOfOthers(organizationId, numbers)
  if (numbers.length > 0 && free.length === 0) {
    log('account.taken', { organizationId, waId, numbers: numbers.length })
    return undefined
  }
  await call({ method: 'POST', path: `${account}/subscribed_apps` })
  const accountId = await connectAccount(organizationId, { waId, name: name || waId, accessToken: token }, now)
  for (const number of free) {
    const pin = await connectNumber(organizationId, accountId, number, listenersToAll, now)
    if (pin === undefined) continue
    const body = { messaging_product: 'whatsapp', pin }
    await call({ method: 'POST', path: `/${encodeURIComponent(number.id)}/register`, body }).catch((error: unknown) => {
      if (!(error instanceof ProviderRefusal)) throw error
      // The number has another PIN or is not verified. Its owner must resolve this with the provider.
      log('number.not-registered', { organizationId, phoneNumberId: number.id, code: error.code })
    })
  }
  log('account.connected', { organizationId, accountId, waId, numbers: free.length })
  return accountId
}

async function notOfOthers(organizationId: string, numbers: readonly UpstreamNumber[]): Promise<UpstreamNumber[]> {
  const owners = await Promise.all(
    numbers.map(({ id }) => NumberEntity.get({ phoneNumberId: id }).go({ consistent: true })),
  )
  return numbers.filter((_, index) => (owners[index]?.data?.organizationId ?? organizationId) === organizationId)
}

/** Returns the PIN for the registration of the number, the same at each attempt, or undefined if it is registered. */
async function connectNumber(
  organizationId: string,
  accountId: string,
  { id: phoneNumberId, display_phone_number: number, platform_type }: UpstreamNumber,
  listenersToAll: ListenersToAll,
  now: EpochMs,
): Promise<string | undefined> {
  const registered = platform_type === 'CLOUD_API'
  const fresh = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
  const stored = await createNumber(
    {
      phoneNumberId,
      id: newId(),
      organizationId,
      number,
      accountId,
      sandbox: false,
      connectedAt: now,
      ...(!registered && { pin: await encryptSecret('provider-token', organizationId, fresh) }),
    },
    listenersToAll,
  )
  if (registered || stored.pin === undefined) return undefined
  return await decryptSecret('provider-token', organizationId, stored.pin)
}

/** The function makes several calls within its timeout of 15 s. */
const CALL_TIMEOUT_MILLISECONDS = 4_000

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
export async function exchangeCode(code: string, now: EpochMs): Promise<string> {
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
async function grantedAccounts(accessToken: string, now: EpochMs): Promise<string[]> {
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

async function appCredentials(now: EpochMs): Promise<{ appId: string; appSecret: string }> {
  const [signup, provider] = await Promise.all([findSignupSettings(now), findProviderSettings(now)])
  if (!signup || !provider)
    throw new ServiceError('conflict', "The provider's signup is not configured. Contact an operator.")
  return { appId: signup.appId, appSecret: provider.appSecret }
}

/** Returns the redirect URL of the provider's signup. It is registered with the provider, so all sessions share it. */
export function signupReturnUrl(): string {
  return `${settings.PUBLIC_BASE_URL}/link/return/`
}

/** Returns the URL of the provider's signup for a link session, or undefined if no signup is configured. */
export async function findSignupUrl(state: string, now: EpochMs): Promise<string | undefined> {
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
