import { randomInt } from 'node:crypto'
import type { Account } from '@messaging/contract/accounts.ts'
import * as v from 'valibot'
import { derivedId } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import type { AccountItem } from '../accounts/account-entity.ts'
import { accountView, getAccount } from '../accounts/get-account.ts'
import { callProvider } from '../provider/call-provider.ts'
import { ProviderRefusal } from '../provider-refusal.ts'
import { AvailableNumberEntity, type AvailableNumberItem } from './available-number-entity.ts'
import { findAvailableNumber } from './available-numbers.ts'
import { createNumber, type ListenersToAll } from './create-number.ts'
import { listNumbers } from './find-number.ts'

/** A claim counts as interrupted after this time, and others may claim the number. */
const CLAIM_MILLISECONDS = 15 * 60_000
const PIN_DIGITS = 6

/**
 * Handles `POST /msg-accounts/{id}/add-number/`: claims an available number, registers it at the provider under the
 * account, and adds it to the organisation. A retry for the same account finds the results of earlier attempts.
 * @throws ServiceError 400 for an id that is not available, 409 while the number is being added to another account
 */
export async function addNumber(
  organizationId: string,
  accountId: string,
  { id, name }: { readonly id: string; readonly name: string },
  listenersToAll: ListenersToAll,
  now: number,
): Promise<Account> {
  const [account, available] = await Promise.all([getAccount(organizationId, accountId), findAvailableNumber(id)])
  // Derived from the id of the available number, so that a retry finds the number.
  const numberId = derivedId('added number', id)
  const pin = available && (await claim(available, account, now))
  const numbers = await listNumbers(organizationId)
  if (!pin) {
    if (numbers.some((number) => number.id === numberId && number.accountId === accountId))
      return accountView(account, numbers)
    throw invalidField('id', 'no such available number; choose one from the list of available numbers')
  }
  const phoneNumberId = await register(available, account, name, pin, now)
  const number = await createNumber(
    {
      phoneNumberId,
      id: numberId,
      organizationId,
      number: available.phoneNumber,
      accountId,
      pin,
      sandbox: false,
      connectedAt: now,
    },
    listenersToAll,
    available,
  )
  log('number.added', { organizationId, accountId, numberId: number.id, phoneNumberId })
  const others = numbers.filter((other) => other.id !== number.id)
  return accountView(
    account,
    [...others, number].toSorted((a, b) => a.number.localeCompare(b.number)),
  )
}

/** Claims the number once. Returns the encrypted PIN to register it with; undefined if it is not available. */
async function claim(
  { phoneNumber, id }: AvailableNumberItem,
  account: AccountItem,
  now: number,
): Promise<string | undefined> {
  const fresh = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
  const pin = await encryptSecret('provider-token', account.organizationId, fresh)
  const claimed = await AvailableNumberEntity.patch({ phoneNumber })
    .set({ accountId: account.id, claimedAt: now, pin })
    .where(
      (item, { eq, lt, notExists }) =>
        `${eq(item.id, id)} AND (${notExists(item.accountId)} OR ${lt(item.claimedAt, now - CLAIM_MILLISECONDS)})`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (!claimed.rejected) return pin
  if (claimed.data?.id !== id) return undefined
  if (claimed.data.accountId !== account.id || !claimed.data.pin)
    throw new ServiceError('conflict', 'The number is being added to another account. Choose another one.')
  return claimed.data.pin
}

/** Registers the number at the provider. If the provider rejects it, releases the claim. */
async function register(
  { phoneNumber, callingCodeDigits }: AvailableNumberItem,
  { id: accountId, organizationId, waId, accessToken }: AccountItem,
  name: string,
  encryptedPin: string,
  now: number,
): Promise<string> {
  const [token, pin] = await Promise.all([
    decryptSecret('provider-token', organizationId, accessToken),
    decryptSecret('provider-token', organizationId, encryptedPin),
  ])
  try {
    return await registerAtProvider({ waId, token, phoneNumber, callingCodeDigits, name, pin }, now)
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      await AvailableNumberEntity.patch({ phoneNumber })
        .remove(['accountId', 'claimedAt', 'pin'])
        .where((item, { eq }) => eq(item.accountId, accountId))
        .go({ returnOnConditionCheckFailure: true })
      log('number.refused', { organizationId, accountId, code: error.code })
    }
    throw error
  }
}

/** A number to register under a business account at the provider. */
interface Registration {
  /** The provider's id of the account. */
  readonly waId: string
  /** The account's access token, in plain text. */
  readonly token: string
  /** Digits without plus; the first `callingCodeDigits` are the country's calling code. */
  readonly phoneNumber: string
  readonly callingCodeDigits: number
  /** The name that customers see. */
  readonly name: string
  /** Six digits; the same at each attempt. */
  readonly pin: string
}

const Added = v.object({ id: v.string() })
const Numbers = v.object({ data: v.array(v.object({ id: v.string(), display_phone_number: v.string() })) })

/**
 * Adds a number to an account at the provider and registers it for messages. Returns the provider's id of the number.
 * Idempotent: reuses the results of earlier attempts.
 * @throws ProviderRefusal; ServiceError `upstream_error` if the outcome is unknown
 */
async function registerAtProvider(registration: Registration, now: number): Promise<string> {
  const { token, pin } = registration
  const phoneNumberId = (await findRegistered(registration, now)) ?? (await addAtProvider(registration, now))
  const body = { messaging_product: 'whatsapp', pin }
  await callProvider({ method: 'POST', path: `/${phoneNumberId}/register`, token, body }, now)
  return phoneNumberId
}

async function findRegistered({ waId, token, phoneNumber }: Registration, now: number): Promise<string | undefined> {
  const path = `/${waId}/phone_numbers?fields=id,display_phone_number&limit=100`
  const { data } = parsed(Numbers, await callProvider({ method: 'GET', path, token }, now))
  return data.find(({ display_phone_number }) => display_phone_number.replace(/\D/g, '') === phoneNumber)?.id
}

async function addAtProvider(registration: Registration, now: number): Promise<string> {
  const { waId, token, phoneNumber, callingCodeDigits, name } = registration
  const body = {
    cc: phoneNumber.slice(0, callingCodeDigits),
    phone_number: phoneNumber.slice(callingCodeDigits),
    verified_name: name,
  }
  try {
    return parsed(Added, await callProvider({ method: 'POST', path: `/${waId}/phone_numbers`, token, body }, now)).id
  } catch (error) {
    // Another request for the same account may have added it concurrently.
    const found = error instanceof ProviderRefusal ? await findRegistered(registration, now) : undefined
    if (found === undefined) throw error
    return found
  }
}

function parsed<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new ServiceError('upstream_error', 'The messaging provider returned an unexpected response. Try again.')
}
