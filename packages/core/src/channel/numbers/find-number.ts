import { Service } from 'electrodb'
import { InternalError, notFound } from '../../platform/errors.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { NumberEntity, type NumberItem } from './number-entity.ts'
import { NumberOwnershipEntity } from './number-ownership-entity.ts'
import { NumberSubscriptionEntity } from './number-subscription-entity.ts'

const listeners = onFirstUse(() => new Service({ number: NumberEntity, subscription: NumberSubscriptionEntity }))

/** Returns a number and the webhooks that receive its `message.received`; undefined without an owner. */
export async function findNumberWithListeners(
  phoneNumberId: string,
): Promise<{ number: NumberItem; webhookIds: string[] } | undefined> {
  const { data } = await listeners.collections.listeners({ phoneNumberId }).go({ pages: 'all', consistent: true })
  const number = data.number[0]
  if (!number) return undefined
  const webhookIds = data.subscription
    .filter((subscription) => subscription.organizationId === number.organizationId)
    .map((subscription) => subscription.webhookId)
  return { number, webhookIds }
}

/** Returns any organisation's number by provider's id. `recent`: eventually consistent, half a read unit. */
export async function findNumber(
  phoneNumberId: string,
  reading: 'strong' | 'recent' = 'strong',
): Promise<NumberItem | undefined> {
  const { data } = await NumberEntity.get({ phoneNumberId }).go({ consistent: reading === 'strong' })
  return data ?? undefined
}

/** Returns the number with the provider's id `phoneNumberId`, read strongly. @throws Error if it does not exist */
export async function getNumberByProviderId(organizationId: string, phoneNumberId: string): Promise<NumberItem> {
  const { data } = await NumberEntity.get({ phoneNumberId }).go({ consistent: true })
  if (data?.organizationId !== organizationId) throw new InternalError(`number ${phoneNumberId} does not exist`)
  return data
}

const DIGITS = 'digits, and that the number belongs to your organisation'

/** Returns the number with the digits of a path, read strongly. @throws ServiceError 404 if it does not exist */
export async function getNumber(organizationId: string, n: string): Promise<NumberItem> {
  const digits = digitsOfPath(n)
  if (digits === undefined) throw notFound('number', DIGITS)
  const { data } = await NumberOwnershipEntity.query
    .byOrganization({ organizationId, number: digits })
    .go({ consistent: true })
  const [owned] = data
  if (!owned) throw notFound('number', DIGITS)
  return await getNumberByProviderId(organizationId, owned.phoneNumberId)
}

/** Returns all numbers of an organisation, including its sandbox number, ascending by digits. Read strongly. */
export async function listNumbers(organizationId: string): Promise<NumberItem[]> {
  const { data } = await NumberOwnershipEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return await listOwned(data)
}

/** Returns the numbers with these ids in order, read strongly. */
export async function listOwned(owned: readonly { readonly phoneNumberId: string }[]): Promise<NumberItem[]> {
  const numbers = await batchGet(
    owned.map(({ phoneNumberId }) => ({ phoneNumberId })),
    (keys) => NumberEntity.get(keys).go({ consistent: true }),
  )
  const byId = new Map(numbers.map((number) => [number.phoneNumberId, number]))
  return owned.flatMap(({ phoneNumberId }) => byId.get(phoneNumberId) ?? [])
}

const MAX_PATH_CHARACTERS = 60

/** Returns the digits of a number in a path, which may have a leading plus, spaces and dashes. */
export function digitsOfPath(part: string): string | undefined {
  if (part.length > MAX_PATH_CHARACTERS) return undefined
  const digits = part.replace(/^\s*\+/, '').replace(/[\s-]/g, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
