import { randomInt } from 'node:crypto'
import type { Account, AvailableNumber } from '@replywright/contract/accounts.ts'
import type { ShortSliceQuery, SliceQuery } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { derivedId, newId } from '../../../platform/clock.ts'
import { InternalError, invalidField, ServiceError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../../platform/secrets/secrets.ts'
import { settings } from '../../../platform/settings.ts'
import { AvailableNumberEntity, type AvailableNumberItem } from '../../numbers/available-number-entity.ts'
import type { NumberItem } from '../../numbers/number-entity.ts'
import { createNumber, type ListenersToAll, listNumbers } from '../../numbers/numbers.ts'
import { ProviderRefusal } from '../../port.ts'
import { callProvider } from '../provider-request.ts'
import { AccountEntity, type AccountItem, getAccount } from './account-entity.ts'

/** Handles `GET /msg-accounts/{id}/`. */
export async function viewAccount(organizationId: string, id: string): Promise<Account> {
  const [account, numbers] = await Promise.all([getAccount(organizationId, id), listNumbers(organizationId)])
  return accountView(account, numbers)
}

/** Handles `GET /msg-accounts/`, in the order of connection. */
export async function listAccounts(organizationId: string, { offset, limit }: SliceQuery): Promise<Account[]> {
  const [{ data: accounts }, numbers] = await Promise.all([
    AccountEntity.query.byId({ organizationId }).go({ pages: 'all' }),
    listNumbers(organizationId),
  ])
  return accounts
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((account) => accountView(account, numbers))
}

/** Returns an account as the API returns it. `numbers` are all numbers of its organisation. */
export function accountView({ id, waId, name }: AccountItem, numbers: readonly NumberItem[]): Account {
  return {
    id,
    waId,
    phoneNumbers: numbers
      .filter(({ accountId }) => accountId === id)
      .map(({ number }) => number)
      .join(','),
    templatesUrl: `${settings.DASHBOARD_URL ?? settings.PUBLIC_BASE_URL}/accounts/${id}/templates`,
    name,
  }
}

interface ConnectAccountInput {
  /** The provider's id. */
  readonly waId: string
  readonly name: string
  readonly accessToken: string
}

/** Connects a business account to an organisation, or updates its name and access token. Returns our id of it. */
export async function connectAccount(
  organizationId: string,
  { waId, name, accessToken }: ConnectAccountInput,
  now: EpochMs,
): Promise<string> {
  const id = derivedId('account', organizationId, waId)
  const ciphertext = await encryptSecret('provider-token', organizationId, accessToken)
  const created = await AccountEntity.create({
    organizationId,
    id,
    waId,
    name,
    accessToken: ciphertext,
    createdAt: now,
  }).go({ returnOnConditionCheckFailure: true })
  if (created.rejected) await AccountEntity.patch({ organizationId, id }).set({ name, accessToken: ciphertext }).go()
  return id
}

interface ConnectNumberInput extends Partial<Pick<NumberItem, 'id' | 'agentId' | 'defaultRouting'>> {
  /** The provider's id of the business account. */
  readonly waId: string
  readonly accountName: string
  readonly accessToken: string
  readonly phoneNumberId: string
  /** Digits without plus. */
  readonly number: string
}

/** Connects a number, or updates its token. */
export async function connectNumber(
  organizationId: string,
  { waId, accountName, accessToken, ...number }: ConnectNumberInput,
  listenersToAll: ListenersToAll,
  now: EpochMs,
): Promise<NumberItem> {
  const accountId = await connectAccount(organizationId, { waId, name: accountName, accessToken }, now)
  return await createNumber(
    { id: newId(), ...number, organizationId, accountId, sandbox: false, connectedAt: now },
    listenersToAll,
  )
}

/** Handles `GET /available-numbers/`: unclaimed numbers, ascending by digits. */
export async function listAvailableNumbers({ offset, limit }: ShortSliceQuery): Promise<AvailableNumber[]> {
  const { data } = await AvailableNumberEntity.query
    .byNumber({})
    .where(({ accountId }, { notExists }) => notExists(accountId))
    .go({ count: offset + limit })
  return data.slice(offset).map(({ id, phoneNumber }) => ({ id, phoneNumber }))
}

/** Returns the available number with this id, claimed or not, or undefined if it does not exist. */
async function findAvailableNumber(id: string): Promise<AvailableNumberItem | undefined> {
  const { data } = await AvailableNumberEntity.query.byNumber({}).go({ pages: 'all', consistent: true })
  return data.find((available) => available.id === id)
}

/** Adds a number (digits without plus, the calling code first) to the available numbers. Idempotent. */
export async function offerNumber(phoneNumber: string, callingCode: string, now: EpochMs): Promise<AvailableNumber> {
  if (!/^[1-9]\d{6,14}$/.test(phoneNumber)) throw new Error(`${phoneNumber} is not a number in E.164 format`)
  if (!/^[1-9]\d{0,2}$/.test(callingCode) || !phoneNumber.startsWith(callingCode))
    throw new InternalError(`an available number does not begin with its calling code ${callingCode}`)
  const { data } = await AvailableNumberEntity.create({
    id: newId(),
    phoneNumber,
    callingCodeDigits: callingCode.length,
    addedAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new InternalError('an available number was added and is missing')
  return { id: data.id, phoneNumber: data.phoneNumber }
}

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
  now: EpochMs,
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
  now: EpochMs,
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
  now: EpochMs,
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
async function registerAtProvider(registration: Registration, now: EpochMs): Promise<string> {
  const { token, pin } = registration
  const phoneNumberId = (await findRegistered(registration, now)) ?? (await addAtProvider(registration, now))
  const body = { messaging_product: 'whatsapp', pin }
  await callProvider({ method: 'POST', path: `/${phoneNumberId}/register`, token, body }, now)
  return phoneNumberId
}

async function findRegistered({ waId, token, phoneNumber }: Registration, now: EpochMs): Promise<string | undefined> {
  const path = `/${waId}/phone_numbers?fields=id,display_phone_number&limit=100`
  const { data } = parsed(Numbers, await callProvider({ method: 'GET', path, token }, now))
  return data.find(({ display_phone_number }) => display_phone_number.replace(/\D/g, '') === phoneNumber)?.id
}

async function addAtProvider(registration: Registration, now: EpochMs): Promise<string> {
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
