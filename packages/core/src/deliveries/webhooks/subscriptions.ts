import { listNumbers } from '../../channel/numbers/find-number.ts'
import { NumberSubscriptionEntity } from '../../channel/numbers/number-subscription-entity.ts'
import { invalidField } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { WebhookItem } from './webhook-entity.ts'

/** Items that one transaction can hold besides the webhook and a counter. */
export const ITEMS_BESIDE_WEBHOOK = 98

/** The attributes of a webhook that define its subscriptions. */
export type SubscribedWebhook = Pick<
  WebhookItem,
  'organizationId' | 'id' | 'events' | 'allNumbers' | 'phoneNumberIds' | 'deletedAt'
>

/** The numbers whose subscriptions a webhook is missing, and those it has in surplus. */
export interface SubscriptionChange {
  readonly missing: readonly string[]
  readonly surplus: readonly string[]
}

/** Returns the numbers among `phoneNumberIds` to which each webhook is subscribed, by webhook id. */
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

/** Returns the difference between the existing subscriptions and those that the webhook requires. */
export async function subscriptionsToChange(webhook: SubscribedWebhook): Promise<SubscriptionChange> {
  const numbers = (await listNumbers(webhook.organizationId)).map(({ phoneNumberId }) => phoneNumberId)
  const subscribed = new Set((await subscribedNumbers([webhook.id], numbers)).get(webhook.id))
  const required = new Set(numbers.filter((phoneNumberId) => requires(webhook, phoneNumberId, subscribed)))
  return {
    missing: numbers.filter((number) => required.has(number) && !subscribed.has(number)),
    surplus: numbers.filter((number) => subscribed.has(number) && !required.has(number)),
  }
}

function requires(
  { events, allNumbers, phoneNumberIds, deletedAt }: SubscribedWebhook,
  phoneNumberId: string,
  subscribed: ReadonlySet<string>,
): boolean {
  if (deletedAt !== undefined || !events.includes('message.received')) return false
  if (allNumbers) return true
  // A webhook created before its numbers were stored with it keeps its subscriptions.
  return phoneNumberIds ? phoneNumberIds.includes(phoneNumberId) : subscribed.has(phoneNumberId)
}

/** Makes subscriptions match, also after a crash. For a number connected concurrently see `SUBSCRIPTION_REVISION`. */
export async function updateSubscriptions(webhook: SubscribedWebhook): Promise<void> {
  const { organizationId, id: webhookId } = webhook
  const { missing, surplus } = await subscriptionsToChange(webhook)
  await Promise.all([
    ...missing.map((phoneNumberId) => NumberSubscriptionEntity.put({ phoneNumberId, webhookId, organizationId }).go()),
    ...surplus.map((phoneNumberId) => NumberSubscriptionEntity.delete({ phoneNumberId, webhookId }).go()),
  ])
}

/** Returns provider ids of numbers by digits. Throws 400 at `numbers.<index>` for one that the organisation lacks. */
export async function phoneNumberIdsOf(
  organizationId: string,
  numbers: readonly string[] | 'all',
): Promise<readonly string[] | 'all'> {
  if (numbers === 'all') return numbers
  const known = new Map((await listNumbers(organizationId)).map((one) => [one.number, one.phoneNumberId]))
  const ids = numbers.map((digits, index) => {
    const phoneNumberId = known.get(digits)
    if (!phoneNumberId) throw invalidField(`numbers.${index}`, 'no such number in this organisation')
    return phoneNumberId
  })
  return [...new Set(ids)]
}
