import { type EventName, eventsAbout } from '@replywright/contract/envelope.ts'
import type { TransactWriteEntities } from 'electrodb'
import { NumberEntity, NumberSubscriptionEntity } from '../../channel/numbers/number-entity.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { WebhookItem } from './webhook-entity.ts'

/** Subscriptions that numbers store: to `message.received`, and to any event of outbound messages. */
const SUBSCRIPTION_KINDS = ['inbound', 'outbound'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

const EVENTS_OF: Record<SubscriptionKind, readonly EventName[]> = {
  inbound: ['message.received'],
  outbound: eventsAbout('outbound'),
}

export function isSubscribed(kind: SubscriptionKind, events: readonly EventName[]): boolean {
  return EVENTS_OF[kind].some((event) => events.includes(event))
}

/** Items that one transaction can hold besides the webhook and a counter. */
const ITEMS_BESIDE_WEBHOOK = 98

/** The attributes of a webhook that define its subscriptions. */
type SubscribedWebhook = Pick<
  WebhookItem,
  'organizationId' | 'id' | 'events' | 'allNumbers' | 'phoneNumberIds' | 'deletedAt'
>

/** A subscription of a webhook to a number to add or to remove. */
export interface SubscriptionChange {
  readonly kind: SubscriptionKind
  readonly phoneNumberId: string
  readonly isMissing: boolean
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
export async function subscriptionsToChange(webhook: SubscribedWebhook): Promise<SubscriptionChange[]> {
  const numbers = await listNumbers(webhook.organizationId)
  const ids = numbers.map(({ phoneNumberId }) => phoneNumberId)
  const subscribed = new Set((await subscribedNumbers([webhook.id], ids)).get(webhook.id))
  return numbers.flatMap(({ phoneNumberId, reportTo = [] }) => {
    const covered = covers(webhook, phoneNumberId, subscribed)
    const stored = { inbound: subscribed.has(phoneNumberId), outbound: reportTo.includes(webhook.id) }
    return SUBSCRIPTION_KINDS.flatMap((kind) => {
      const isRequired = covered && isSubscribed(kind, webhook.events)
      return isRequired === stored[kind] ? [] : [{ kind, phoneNumberId, isMissing: isRequired }]
    })
  })
}

function covers(
  { allNumbers, phoneNumberIds, deletedAt }: SubscribedWebhook,
  phoneNumberId: string,
  subscribed: ReadonlySet<string>,
): boolean {
  if (deletedAt !== undefined) return false
  if (allNumbers) return true
  // A webhook created before its numbers were stored with it keeps its subscriptions.
  return phoneNumberIds ? phoneNumberIds.includes(phoneNumberId) : subscribed.has(phoneNumberId)
}

export const SUBSCRIPTION_ENTITIES = { subscriptions: NumberSubscriptionEntity, numbers: NumberEntity }

/** Returns the operations of a transaction that change subscriptions, as many as it can hold besides the webhook. */
export function subscriptionWrites(
  { subscriptions, numbers }: TransactWriteEntities<typeof SUBSCRIPTION_ENTITIES>,
  { organizationId, id: webhookId }: Pick<WebhookItem, 'organizationId' | 'id'>,
  changes: readonly SubscriptionChange[],
) {
  return changes.slice(0, ITEMS_BESIDE_WEBHOOK).map(({ kind, phoneNumberId, isMissing }) => {
    if (kind === 'inbound')
      return isMissing
        ? subscriptions.put({ phoneNumberId, webhookId, organizationId }).commit()
        : subscriptions.delete({ phoneNumberId, webhookId }).commit()
    const number = numbers.patch({ phoneNumberId })
    const reportTo = [webhookId]
    return isMissing ? number.add({ reportTo }).commit() : number.delete({ reportTo }).commit()
  })
}

/** Makes subscriptions match, also after a crash. For a number connected concurrently see `SUBSCRIPTION_REVISION`. */
export async function updateSubscriptions(webhook: SubscribedWebhook): Promise<void> {
  const { organizationId, id: webhookId } = webhook
  const changes = await subscriptionsToChange(webhook)
  await Promise.all(
    changes.map(({ kind, phoneNumberId, isMissing }) => {
      if (kind === 'outbound') {
        const number = NumberEntity.patch({ phoneNumberId })
        const reportTo = [webhookId]
        return (isMissing ? number.add({ reportTo }) : number.delete({ reportTo })).go({
          returnOnConditionCheckFailure: true,
        })
      }
      return isMissing
        ? NumberSubscriptionEntity.put({ phoneNumberId, webhookId, organizationId }).go()
        : NumberSubscriptionEntity.delete({ phoneNumberId, webhookId }).go()
    }),
  )
}
