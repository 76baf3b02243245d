import { type DeadLetter, SHOWN_LETTERS } from '@messaging/contract/dashboard/operations.ts'
import { isoTime } from '../../platform/clock.ts'
import { type DescribedLetter, describeLetters } from './describe-letters.ts'
import { holdMessages } from './hold-messages.ts'
import { getDeadLetterQueue } from './operated-queues.ts'

/** Returns at most 50 messages, which stay in the queue. @throws ServiceError 404 for an unknown queue */
export async function viewLetters(queue: string): Promise<{ messages: DeadLetter[]; more: boolean }> {
  await using held = await holdMessages(getDeadLetterQueue(queue), { limit: SHOWN_LETTERS })
  const letters = await describeLetters(held.messages)
  return {
    messages: letters.toSorted((a, b) => a.message.sentAt - b.message.sentAt).map(letterView),
    more: held.more,
  }
}

function letterView({ message, reference, delivery, webhook }: DescribedLetter): DeadLetter {
  return {
    messageId: message.messageId,
    sentAt: isoTime(message.sentAt),
    body: message.body,
    delivery: reference
      ? {
          id: reference.deliveryId,
          organizationId: reference.organizationId,
          webhookId: reference.webhookId,
          webhookName: webhook?.name ?? null,
          status: delivery?.status ?? null,
          cause: delivery?.cause ?? null,
          attemptCount: delivery?.attemptCount ?? null,
        }
      : null,
  }
}
