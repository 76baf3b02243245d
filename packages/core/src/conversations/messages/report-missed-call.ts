import { missedCallEnvelope } from '../../deliveries/envelope.ts'
import { newDelivery, writeDelivery } from '../../deliveries/new-delivery.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { recentRetention } from '../../platform/retention.ts'
import { subscribersOf } from '../conversation-deliveries.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'
import { eventMessage } from './message-view.ts'

/** Sends `call.missed` to the webhooks that are subscribed to it and to the number. The deliveries derive from the stored message. */
export async function reportMissedCall(conversation: ConversationItem, stored: MessageItem): Promise<void> {
  const { organizationId, takenAt: at, id: messageId } = stored
  const event = 'call.missed'
  const webhooks = await subscribersOf(conversation, event)
  if (webhooks.length === 0) return
  const { deliveryDays } = await recentRetention(organizationId, at)
  const payload = JSON.stringify(missedCallEnvelope(at, conversation, eventMessage(stored, undefined)))
  await Promise.all(
    webhooks.map(({ id: webhookId, shards }) => {
      const id = derivedTimeId(at, event, messageId, webhookId)
      return writeDelivery(newDelivery({ id, organizationId, webhookId, event, payload, at, deliveryDays, shards }))
    }),
  )
}
