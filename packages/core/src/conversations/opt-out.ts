import { createHmac } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { systemClock } from '../platform/clock.ts'
import { InternalError, ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { findContactKey } from '../platform/secrets/secrets.ts'
import { settings } from '../platform/settings.ts'
import { entity, key } from '../platform/table/entity.ts'
import { canonicalNumber } from './canonical-number.ts'
import type { Names } from './customers/names.ts'

/** Returns the names of a customer: the phone number (digits), and `user:` with the provider's user id. */
export function customersOf({ contactNumber, contactUserId }: Names): string[] {
  return [
    ...(contactNumber ? [canonicalNumber(contactNumber)] : []),
    ...(contactUserId ? [`user:${contactUserId}`] : []),
  ]
}

/** Whether a customer refuses marketing, since `at`. */
export interface Choice {
  readonly optedOut: boolean
  readonly at: EpochMs
}

/** Sets a customer's choice, as `setChoice`, and logs it. */
export async function setOptedOut(organizationId: string, contact: Names, choice: Choice): Promise<void> {
  await chooseFor(organizationId, customersOf(contact), choice)
}

/** As `setOptedOut`, for names as `customersOf` returns them. */
export async function chooseFor(organizationId: string, names: readonly string[], choice: Choice): Promise<void> {
  await setChoice(organizationId, names, choice)
  log('customer.marketing_set', { organizationId, optedOut: choice.optedOut })
}

/** Stores a choice under names. Nothing changes if a later one is stored, because events can arrive late and repeatedly. */
export async function setChoice(organizationId: string, names: readonly string[], choice: Choice): Promise<void> {
  if (names.length === 0) return
  const key = await findContactKey(systemClock())
  if (!key) throw new InternalError('the provider is not set up; run npm run ops -- provider set')
  await Promise.all(
    [...new Set(names)].map((name) =>
      ConsentEntity.upsert({ organizationId, customer: hashOf(key, name) })
        .set({ optedOut: choice.optedOut, optedOutAt: choice.at })
        .where(({ optedOutAt }, { notExists, lt }) => `${notExists(optedOutAt)} OR ${lt(optedOutAt, choice.at)}`)
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
}

/** Copies the latest choice under some names of a customer, if there is one, to others. */
export async function copyChoice(
  organizationId: string,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  const others = to.filter((name) => !from.includes(name))
  const latest = await findChoice(organizationId, from)
  if (latest) await setChoice(organizationId, others, latest)
}

/** Stores a refusal under all names of customers who are one, if one of them refused. */
export async function refuseMarketing(organizationId: string, names: readonly string[]): Promise<void> {
  const latest = await findChoice(organizationId, names)
  if (latest) await setChoice(organizationId, names, { optedOut: true, at: latest.at + 1 })
}

/**
 * Replaces the choice of the time `at` under names by that of before, or forgets it. A later choice stays. Idempotent.
 */
export async function restoreChoice(
  organizationId: string,
  names: readonly string[],
  at: EpochMs,
  before: Choice | undefined,
): Promise<void> {
  const key = await findContactKey(systemClock())
  if (!key) return
  await Promise.all(
    [...new Set(names)].map(async (name) => {
      const id = { organizationId, customer: hashOf(key, name) }
      if (before)
        await ConsentEntity.patch(id)
          .set({ optedOut: before.optedOut, optedOutAt: before.at })
          .where(({ optedOutAt }, { eq }) => eq(optedOutAt, at))
          .go({ returnOnConditionCheckFailure: true })
      else
        await ConsentEntity.remove(id)
          .where(({ optedOutAt }, { eq }) => eq(optedOutAt, at))
          .go({ returnOnConditionCheckFailure: true })
    }),
  )
}

/** Forgets the choice of a customer under a name that they had until `until`. A later one is of somebody else. */
export async function dropChoice(organizationId: string, name: string, until: EpochMs): Promise<void> {
  const key = await findContactKey(systemClock())
  if (!key) return
  await ConsentEntity.remove({ organizationId, customer: hashOf(key, name) })
    .where(({ optedOutAt }, { lte }) => lte(optedOutAt, until))
    .go({ returnOnConditionCheckFailure: true })
}

/** Returns whether a customer refuses marketing: the latest choice under one of the names. */
export async function findOptedOut(organizationId: string, customers: readonly string[]): Promise<boolean> {
  return (await findChoice(organizationId, customers))?.optedOut ?? false
}

/**
 * Forgets a customer's choice about marketing, unless it is a refusal: that one stays, under hashes of the names, because an
 * erased customer still does not want marketing. Returns whether it stays.
 */
export async function forgetConsent(organizationId: string, customers: readonly string[]): Promise<boolean> {
  const key = await findContactKey(systemClock())
  if (!key || (await findOptedOut(organizationId, customers))) return key !== undefined
  await Promise.all(
    customers.map((name) =>
      ConsentEntity.remove({ organizationId, customer: hashOf(key, name) })
        .where(({ optedOut }, { eq }) => eq(optedOut, false))
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
  return false
}

/** Returns the keyed hash of a name of a customer. */
export function hashOf(key: Buffer, name: string): string {
  return createHmac('sha256', key).update(canonicalNumber(name)).digest('base64url')
}

/** Returns the latest choice under some names, or undefined without one. */
export async function findChoice(organizationId: string, names: readonly string[]): Promise<Choice | undefined> {
  const key = await findContactKey(systemClock())
  // Nobody refused marketing before the provider was set up.
  if (!key) return undefined
  const read = await Promise.all(
    [...new Set(names)].map((name) =>
      ConsentEntity.get({ organizationId, customer: hashOf(key, name) }).go({ consistent: true }),
    ),
  )
  const choices = read.flatMap(({ data }) => (data ? [{ optedOut: data.optedOut, at: data.optedOutAt }] : []))
  return choices.toSorted((one, other) => other.at - one.at)[0]
}

/** @throws ServiceError 409 `opted_out` if the customer refuses marketing */
export async function requireMarketing(organizationId: string, contact: Names): Promise<void> {
  if (await findOptedOut(organizationId, customersOf(contact)))
    throw new ServiceError(
      'opted_out',
      'The customer refuses marketing. Send a template of another category, or change optedOut with PATCH /api/v1/customers/{customer}/ after the customer agreed again.',
    )
}

/** Returns whether a text is one of the words with which customers refuse marketing. */
export function isOptOut(text: string): boolean {
  return settings.OPT_OUT_WORDS.includes(text.trim().toLowerCase())
}

/**
 * What is stored of a customer beside their conversations: whether they refuse marketing. Absent for most customers.
 * Access: by organisation and customer. A refusal stays when the customer is erased, and identifies the customer only with the key.
 */
export const ConsentEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'consent', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** The hash of the phone number (digits), or of `user:` and the provider's user id (`hashOf`). */
    customer: { type: 'string', required: true, readOnly: true },
    optedOut: { type: 'boolean', required: true },
    /** The time of the request or the provider's event that set `optedOut`, or when the message was received. */
    optedOutAt: { type: 'number', required: true },
  },
  indexes: {
    byCustomer: { pk: key('pk', 'consent#${organizationId}#${customer}'), sk: key('sk', 'consent') },
  },
}))
