import { Service } from 'electrodb'
import { NumberEntity, type NumberItem } from './number-entity.ts'
import { NumberSubscriptionEntity } from './number-subscription-entity.ts'

const listeners = new Service({ number: NumberEntity, subscription: NumberSubscriptionEntity })

/** A number and the webhooks that receive its `message.received`; undefined when no organisation has the number. */
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

/** The organisation's number with the provider's id `phoneNumberId`, read strongly. */
export async function getNumber(organizationId: string, phoneNumberId: string): Promise<NumberItem> {
  const { data } = await NumberEntity.get({ phoneNumberId }).go({ consistent: true })
  if (data?.organizationId !== organizationId) throw new Error(`number ${phoneNumberId} is gone`)
  return data
}

/** All numbers of an organisation, its sandbox number among them, ascending by their digits. */
export async function listNumbers(organizationId: string): Promise<NumberItem[]> {
  const { data } = await NumberEntity.query.byOrganization({ organizationId }).go({ pages: 'all' })
  return data
}
