import { customerChangedEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDelivery } from '../../deliveries/new-delivery.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { recentRetention } from '../../platform/retention.ts'
import { subscribersOf } from '../conversation-deliveries.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { ChangedCustomer } from './changed-customers.ts'
import type { Evidence } from './name-entity.ts'
import { viewNames } from './view-names.ts'

const EVENT = 'customer.changed'

/**
 * Builds the events that a customer has other names: one for each webhook, about the customer's first conversation of which the webhook
 * receives events. Their ids derive from the customer's revision after the change. `at` in milliseconds.
 */
export async function changedDeliveries(
  { before, after, merged, separated }: ChangedCustomer,
  conversations: readonly ConversationItem[],
  why: Evidence,
  at: number,
): Promise<NewDelivery[]> {
  const { organizationId, id, revision } = after
  const told = new Set<string>()
  const deliveries: NewDelivery[] = []
  for (const conversation of conversations) {
    const webhooks = (await subscribersOf(conversation, EVENT)).filter((webhook) => !told.has(webhook.id))
    if (webhooks.length === 0) continue
    const { deliveryDays } = await recentRetention(organizationId, at)
    const parties = { merged: merged.map(viewNames), separated: separated.map(viewNames) }
    const fields = { before: viewNames(before), after: viewNames(after), why, ...parties }
    const payload = JSON.stringify(customerChangedEnvelope(at, conversation, fields))
    for (const { id: webhookId, shards } of webhooks) {
      told.add(webhookId)
      deliveries.push(
        newDelivery({
          id: derivedTimeId(at, EVENT, id, String(revision), webhookId),
          organizationId,
          conversationId: conversation.id,
          webhookId,
          event: EVENT,
          payload,
          at,
          deliveryDays,
          shards,
        }),
      )
    }
  }
  return deliveries
}
