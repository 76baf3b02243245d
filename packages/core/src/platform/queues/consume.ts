import { QUEUE_BODIES, type QueueBody, type QueueName } from '@messaging/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as v from 'valibot'
import { log, logError } from '../log/log.ts'
import { withFacts } from '../log/log-context.ts'
import type { Fate } from './fate.ts'
import type { ShowAgain } from './show-again.ts'

/** A message besides its body. Times in milliseconds since the epoch. */
export interface Receipt {
  readonly id: string
  /** How often it was received, this time included. */
  readonly receiveCount: number
  /** When it came into its queue, which a redrive renews. */
  readonly sentAt: number
  /** When the relay sent it. */
  readonly relayedAt: number
}

export interface Consumer {
  /** The event that is logged when a message fails. */
  readonly failure: string
  /** The event that is logged when a message was kept. @default none is logged */
  readonly kept?: string
  /** Has the queue show kept messages again (`showAgainIn`). @default the visibility timeout of the queue does */
  readonly showAgain?: ShowAgain
  /** What becomes of a message whose body does not fit the queue's schema. @default it fails as any other */
  readonly unreadable?: (error: unknown) => Fate
}

/**
 * Takes each message of a batch on its own, all at once. A message that is kept is shown again when its fate says. A message whose
 * `take` throws is logged as `failure` and is shown again after the queue's visibility timeout. Log lines carry the message's id
 * and the request that caused it.
 */
export async function consume<Name extends QueueName>(
  event: SQSEvent,
  queue: Name,
  consumer: Consumer,
  take: (body: QueueBody<Name>, receipt: Receipt) => Promise<Fate>,
): Promise<SQSBatchResponse> {
  const { failure, kept, showAgain, unreadable } = consumer
  const fateOf = async (record: SQSRecord): Promise<Fate> => {
    let body: QueueBody<Name>
    try {
      body = v.parse(QUEUE_BODIES[queue], JSON.parse(record.body))
    } catch (error) {
      if (!unreadable) throw error
      return unreadable(error)
    }
    return await take(body, receiptOf(record))
  }
  const keeps = await Promise.all(
    event.Records.map((record) =>
      withFacts(factsOf(record), async () => {
        try {
          const fate = await fateOf(record)
          if (fate.kind === 'delete') return false
          const { visibilitySeconds } = fate
          await showAgain?.(record, visibilitySeconds)
          if (kept) log(kept, { visibilitySeconds })
          return true
        } catch (error) {
          logError(failure, error)
          return true
        }
      }),
    ),
  )
  return {
    batchItemFailures: event.Records.filter((_, index) => keeps[index]).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }
}

function receiptOf({ messageId, attributes, messageAttributes }: SQSRecord): Receipt {
  const sentAt = Number(attributes.SentTimestamp)
  return {
    id: messageId,
    receiveCount: Number(attributes.ApproximateReceiveCount),
    sentAt,
    relayedAt: Number(messageAttributes.relayedAt?.stringValue ?? sentAt),
  }
}

function factsOf({ messageId, messageAttributes }: SQSRecord) {
  return { sqsMessageId: messageId, requestId: messageAttributes.requestId?.stringValue }
}
