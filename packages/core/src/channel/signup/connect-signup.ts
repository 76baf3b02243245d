import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { newId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { connectAccount } from '../accounts/connect-account.ts'
import { createNumber, type ListenersToAll } from '../numbers/create-number.ts'
import { NumberEntity } from '../numbers/number-entity.ts'
import { callProvider } from '../provider/call-provider.ts'
import type { ProviderRequest } from '../provider/provider-request.ts'
import { ProviderRefusal } from '../provider-refusal.ts'
import { CALL_TIMEOUT_MILLISECONDS, grantedAccounts } from './signup-access.ts'

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
  now: number,
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
  now: number,
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
  now: number,
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
