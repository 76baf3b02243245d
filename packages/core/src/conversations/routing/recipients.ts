import type { MessageItem } from '../messages/message-entity.ts'
import type { Route } from './effective-route.ts'

export type Recipients = NonNullable<MessageItem['recipients']>

/**
 * Returns which webhooks receive a customer's message and as which event: `message.received` for each webhook that is
 * subscribed to the number, and `subscription.message.received` for the webhook in the route (spec, Event kinds).
 */
export function decideRecipients(listeners: readonly string[], { webhookId }: Pick<Route, 'webhookId'>): Recipients {
  return [
    ...listeners.map((id) => ({ webhookId: id, event: 'message.received' as const })),
    ...(webhookId ? [{ webhookId, event: 'subscription.message.received' as const }] : []),
  ]
}
