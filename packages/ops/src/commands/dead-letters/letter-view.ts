import type { DescribedLetter } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { showTime } from '../../show.ts'
import type { Column } from '../../terminal/table.ts'
import { deliveryJson } from '../deliveries/delivery-view.ts'

/** Returns a dead letter as JSON. `delivery` is null if its record was deleted, or if the message is not a delivery. */
export function letterJson({ message, reference, delivery, webhook }: DescribedLetter) {
  return {
    messageId: message.messageId,
    sentAt: new Date(message.sentAt).toISOString(),
    receipts: message.receipts,
    body: message.body,
    organizationId: reference?.organizationId ?? null,
    webhookId: reference?.webhookId ?? null,
    webhookName: webhook?.name ?? null,
    deliveryId: reference?.deliveryId ?? null,
    delivery: delivery ? deliveryJson(delivery) : null,
  }
}

const SENT: Column<DescribedLetter> = {
  title: 'SENT (UTC)',
  of: ({ message }) => showTime(message.sentAt),
  whole: true,
}

/** Returns the columns for dead letters: those of deliveries if all messages are deliveries. */
export function letterColumns(letters: readonly DescribedLetter[]): readonly Column<DescribedLetter>[] {
  if (letters.every(({ reference }) => reference !== undefined))
    return [
      { title: 'DELIVERY', of: ({ reference }) => reference?.deliveryId, whole: true },
      SENT,
      { title: 'CAUSE', of: ({ delivery }) => (delivery ? (delivery.cause ?? delivery.status) : 'record deleted') },
      { title: 'ATTEMPTS', of: ({ delivery }) => delivery?.attemptCount, right: true },
      { title: 'EVENT', of: ({ delivery }) => delivery?.event },
      { title: 'WEBHOOK', of: ({ webhook, reference }) => webhook?.name ?? reference?.webhookId },
    ]
  return [
    { title: 'MESSAGE', of: ({ message }) => message.messageId, whole: true },
    SENT,
    { title: 'RECEIPTS', of: ({ message }) => message.receipts, right: true },
    { title: 'BODY', of: ({ message }) => message.body },
  ]
}
