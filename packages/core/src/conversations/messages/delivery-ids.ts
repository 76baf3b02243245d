import type { EventName } from '@messaging/contract/envelope.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import type { MessageItem } from './message-entity.ts'

interface Recipient {
  readonly webhookId: string
  readonly event: EventName
}

/** Returns the id of the delivery of an event of a message. `at` is the time of the event in milliseconds. */
export function deliveryIdOf(
  { id, takenAt }: Pick<MessageItem, 'id' | 'takenAt'>,
  { webhookId, event }: Recipient,
  at: number = takenAt,
): string {
  return derivedTimeId(at, 'delivery', id, event, webhookId)
}

/** Returns the webhooks and ids of all deliveries that a message can have, whether they exist or not. */
export function deliveriesOf(message: MessageItem): { readonly webhookId: string; readonly id: string }[] {
  const { takenAt, acceptedAt = takenAt, recipients = [], reportTo = [], statuses = [] } = message
  const reports = [
    { event: 'message.sent' as const, at: takenAt },
    { event: 'message.status.sent' as const, at: acceptedAt },
    // A refusal.
    { event: 'message.status.failed' as const, at: takenAt },
    ...statuses.map(({ status, at }) => ({ event: `message.status.${status}` as const, at })),
  ]
  return [
    ...recipients.map((recipient) => ({ recipient, at: takenAt })),
    ...reportTo.flatMap((webhookId) => reports.map(({ event, at }) => ({ recipient: { webhookId, event }, at }))),
  ].map(({ recipient, at }) => ({
    webhookId: recipient.webhookId,
    id: deliveryIdOf(message, recipient, at),
  }))
}
