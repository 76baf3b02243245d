import type { EventName } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import type { MessageItem } from './message-entity.ts'

/** The ids of a stored outbound message. */
export interface MessageRef {
  readonly conversationId: string
  readonly messageId: string
}

/** Builds the data that is sent with a message and returned with its statuses, so that even an early one finds it. */
export function callbackData({ conversationId, messageId }: MessageRef): string {
  return `${conversationId}/${messageId}`
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SHAPE = new RegExp(`^(${UUID})/(${UUID})$`)

/** Parses the result of `callbackData`; undefined for any other text. */
export function readCallbackData(text: string | undefined): MessageRef | undefined {
  const [, conversationId, messageId] = SHAPE.exec(text ?? '') ?? []
  return conversationId && messageId ? { conversationId, messageId } : undefined
}

/** The random characters at the end of the provider's message id; before them is the customer's number in base64. */
const RANDOM_CHARACTERS = 20

/** Returns the loggable end of the provider's message id: it identifies the message, not the customer's number. */
export function waIdEnd(waId: string): string {
  return waId.slice(-RANDOM_CHARACTERS)
}

interface Recipient {
  readonly webhookId: string
  readonly event: EventName
}

/** Returns the id of the delivery of an event of a message. `at` is the time of the event. */
export function deliveryIdOf(
  { id, takenAt }: Pick<MessageItem, 'id' | 'takenAt'>,
  { webhookId, event }: Recipient,
  at: EpochMs = takenAt,
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
