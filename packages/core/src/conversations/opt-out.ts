import { ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { settings } from '../platform/settings.ts'
import { entity, key } from '../platform/table/entity.ts'
import type { Contact } from './find-or-create.ts'

/** Returns the names of a customer: the phone number (digits), and `user:` with the provider's user id. */
export function customersOf({ contactNumber, contactUserId }: Contact): string[] {
  return [...(contactNumber ? [contactNumber] : []), ...(contactUserId ? [`user:${contactUserId}`] : [])]
}

/**
 * Sets whether a customer refuses marketing from `at` on, in milliseconds. Nothing changes if a later time is stored,
 * because events can arrive late and repeatedly.
 */
export async function setOptedOut(
  organizationId: string,
  contact: Contact,
  { optedOut, at }: { readonly optedOut: boolean; readonly at: number },
): Promise<void> {
  await Promise.all(
    customersOf(contact).map((customer) =>
      CustomerEntity.upsert({ organizationId, customer })
        .set({ optedOut, optedOutAt: at })
        .where(({ optedOutAt }, { notExists, lt }) => `${notExists(optedOutAt)} OR ${lt(optedOutAt, at)}`)
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
  log('customer.marketing_set', { organizationId, optedOut })
}

/** Copies the latest choice under the names of `from`, if there is one, to those of `to`. */
export async function copyChoice(organizationId: string, from: readonly Contact[], to: Contact): Promise<void> {
  const latest = await findChoice(organizationId, [...new Set(from.flatMap(customersOf))])
  if (latest) await setOptedOut(organizationId, to, { optedOut: latest.optedOut, at: latest.optedOutAt })
}

/** Returns whether a customer refuses marketing: the latest choice under one of the names. */
export async function findOptedOut(organizationId: string, customers: readonly string[]): Promise<boolean> {
  return (await findChoice(organizationId, customers))?.optedOut ?? false
}

async function findChoice(organizationId: string, customers: readonly string[]) {
  const read = await Promise.all(
    customers.map((customer) => CustomerEntity.get({ organizationId, customer }).go({ consistent: true })),
  )
  return read.flatMap(({ data }) => data ?? []).toSorted((one, other) => other.optedOutAt - one.optedOutAt)[0]
}

/** @throws ServiceError 409 `opted_out` if the customer refuses marketing */
export async function requireMarketing(organizationId: string, contact: Contact): Promise<void> {
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
 * Access: by organisation and customer. Stored until the customer is erased.
 */
export const CustomerEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'customer', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** The phone number (digits), or `user:` and the provider's user id. */
    customer: { type: 'string', required: true, readOnly: true },
    optedOut: { type: 'boolean', required: true },
    /** The time of the request or the provider's event that set `optedOut`, or when the message was received, in milliseconds. */
    optedOutAt: { type: 'number', required: true },
  },
  indexes: {
    byCustomer: { pk: key('pk', 'customer#${organizationId}#${customer}'), sk: key('sk', 'customer') },
  },
}))
