import { createWriteTransaction } from 'electrodb'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { lifecycleEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDelivery } from '../../deliveries/new-delivery.ts'
import { derivedTimeId, isoTime } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention/retention.ts'
import { transact } from '../../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem } from '../conversations/conversation-entity.ts'
import type { Route } from '../routing/effective-route.ts'
import type { WindowEvent } from './decide-window.ts'
import { unchangedWindow } from './unchanged-window.ts'

/** The delay of a `closed` that is sent together with a late `expiring`, so that they arrive in order. */
const CLOSED_DELAY_SECONDS = 1

/**
 * Sends due events of a conversation's window to the webhook in the effective route. Without a webhook nothing is sent,
 * nor an event that was due before `since` in a window of an earlier message. Either way the events are marked as
 * processed in one transaction with the deliveries. Nothing is written if the conversation changed since it was read.
 */
export async function notifyWindow(
  conversation: ConversationItem,
  events: readonly WindowEvent[],
  route: Route,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<void> {
  const { organizationId, id, lastInboundAt, inboundTakenAt = 0 } = conversation
  const { deliveryDays } = await recentRetention(organizationId, now)
  const deliveries = events
    .filter(({ at }) => at >= since || inboundTakenAt >= since)
    .flatMap((event, index) => windowDelivery(conversation, { ...event, index }, route, { deliveryDays, now }) ?? [])
  const names = events.map(({ event }) => event)
  const closed = names.includes('subscription.service_window.closed')
  const transaction = createWriteTransaction(
    { conversations: ConversationEntity, deliveries: DeliveryEntity },
    (entities) => [
      entities.conversations
        .patch({ organizationId, id })
        .set({ expiringFor: lastInboundAt, ...(closed && { closedFor: lastInboundAt }) })
        .remove(closed ? ['armed'] : [])
        .where(unchangedWindow(conversation))
        .commit(),
      ...deliveries.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
    ],
  )
  if (!(await transact(() => transaction.go()))) return
  for (const { event, at } of events) {
    const deliveryId = deliveries.find(({ delivery }) => delivery.event === event)?.delivery.id
    const facts = { organizationId, conversationId: id, serviceEvent: event, webhookId: route.webhookId, deliveryId }
    log('window.notified', { ...facts, dueAt: isoTime(at), lateMs: now - at }, deliveryId ? { WindowEvents: 1 } : {})
  }
}

function windowDelivery(
  conversation: ConversationItem,
  { event, at, index }: WindowEvent & { readonly index: number },
  { mode, webhookId }: Route,
  { deliveryDays, now }: { readonly deliveryDays: number; readonly now: number },
): NewDelivery | undefined {
  if (!webhookId) return undefined
  return newDelivery({
    id: derivedTimeId(at, 'window', conversation.id, String(conversation.lastInboundAt), event, webhookId),
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    webhookId,
    event,
    payload: JSON.stringify(lifecycleEnvelope(event, at, conversation, mode, webhookId)),
    at: now,
    deliveryDays,
    ...(index > 0 && { delaySeconds: CLOSED_DELAY_SECONDS }),
  })
}
