import { listNumbers } from '../../channel/numbers/find-number.ts'
import { NumberSubscriptionEntity } from '../../channel/numbers/number-subscription-entity.ts'
import { invalidField } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { WebhookItem } from './webhook-entity.ts'

/** Items that one transaction can hold, without the webhook's own and a counter. */
export const ITEMS_BESIDE_WEBHOOK = 98

/** What of a webhook says which numbers it is subscribed to. */
export type SubscribedWebhook = Pick<
  WebhookItem,
  'organizationId' | 'id' | 'events' | 'allNumbers' | 'phoneNumberIds' | 'deletedAt'
>

/** Numbers whose `message.received` a webhook has yet to be subscribed to, and those that it gets and should not. */
export interface SubscriptionChange {
  readonly missing: readonly string[]
  readonly surplus: readonly string[]
}

/** The numbers among `phoneNumberIds` whose `message.received` each of some webhooks gets, by the webhook's id. */
export async function subscribedNumbers(
  webhookIds: readonly string[],
  phoneNumberIds: readonly string[],
): Promise<Map<string, string[]>> {
  const keys = webhookIds.flatMap((webhookId) => phoneNumberIds.map((phoneNumberId) => ({ phoneNumberId, webhookId })))
  const stored = await batchGet(keys, (some) => NumberSubscriptionEntity.get(some).go({ consistent: true }))
  return new Map(
    webhookIds.map((id) => [
      id,
      stored.filter(({ webhookId }) => webhookId === id).map(({ phoneNumberId }) => phoneNumberId),
    ]),
  )
}

/** What separates the subscriptions that there are from those that the webhook asks for. */
export async function subscriptionsToChange(webhook: SubscribedWebhook): Promise<SubscriptionChange> {
  const numbers = (await listNumbers(webhook.organizationId)).map(({ phoneNumberId }) => phoneNumberId)
  const subscribed = new Set((await subscribedNumbers([webhook.id], numbers)).get(webhook.id))
  const wanted = new Set(numbers.filter((phoneNumberId) => wants(webhook, phoneNumberId, subscribed)))
  return {
    missing: numbers.filter((number) => wanted.has(number) && !subscribed.has(number)),
    surplus: numbers.filter((number) => subscribed.has(number) && !wanted.has(number)),
  }
}

function wants(
  { events, allNumbers, phoneNumberIds, deletedAt }: SubscribedWebhook,
  phoneNumberId: string,
  subscribed: ReadonlySet<string>,
): boolean {
  if (deletedAt !== undefined || !events.includes('message.received')) return false
  if (allNumbers) return true
  // What a webhook of before its numbers were kept with it is subscribed to, it asks for.
  return phoneNumberIds ? phoneNumberIds.includes(phoneNumberId) : subscribed.has(phoneNumberId)
}

/**
 * Makes the subscriptions what the webhook asks for, and completes what a crash left undone. For a number that is connected at
 * the same moment see `SUBSCRIPTION_REVISION`.
 */
export async function settleSubscriptions(webhook: SubscribedWebhook): Promise<void> {
  const { organizationId, id: webhookId } = webhook
  const { missing, surplus } = await subscriptionsToChange(webhook)
  await Promise.all([
    ...missing.map((phoneNumberId) => NumberSubscriptionEntity.put({ phoneNumberId, webhookId, organizationId }).go()),
    ...surplus.map((phoneNumberId) => NumberSubscriptionEntity.delete({ phoneNumberId, webhookId }).go()),
  ])
}

/**
 * Numbers of an organisation by their digits as the provider's ids. 400 at `numbers.<index>` for one that the organisation does
 * not have.
 */
export async function phoneNumberIdsOf(
  organizationId: string,
  numbers: readonly string[] | 'all',
): Promise<readonly string[] | 'all'> {
  if (numbers === 'all') return numbers
  const known = new Map((await listNumbers(organizationId)).map((one) => [one.number, one.phoneNumberId]))
  const ids = numbers.map((digits, index) => {
    const phoneNumberId = known.get(digits)
    if (!phoneNumberId) throw invalidField(`numbers.${index}`, 'is no number of this organisation')
    return phoneNumberId
  })
  return [...new Set(ids)]
}
