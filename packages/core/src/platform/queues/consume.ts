import type { MessageAttributeValue } from '@aws-sdk/client-sqs'
import { QUEUE_BODIES, type QueueBody, type QueueName } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as v from 'valibot'
import { log, logError, withFacts } from '../log/log.ts'
import type { ShowAgain } from './show-again.ts'

/** A message without its body. */
export interface Receipt {
  /** The queue's id, or that of the message that this one continues. */
  readonly id: string
  /** How often the message was received, including this time. */
  readonly receiveCount: number
  /** When the message entered its queue; a redrive resets it. */
  readonly sentAt: EpochMs
  /** When the relay, or a worker that retries, sent it. A redrive keeps it. */
  readonly relayedAt: EpochMs
  /** Whether reconciliation sent it: the relay's message may still be in the queue. */
  readonly isRepeat?: true
  /** The attempt that it retries; undefined if a worker did not send it. */
  readonly afterAttempt?: number
}

export interface Consumer {
  /** The log event of a failed message. */
  readonly failure: string
  /** The log event of a kept message. @default nothing is logged */
  readonly kept?: string
  /** Changes the visibility timeout of kept messages (`showAgainIn`). @default that of the queue applies */
  readonly showAgain?: ShowAgain
  /** Decides about a message whose body does not match the queue's schema. @default it fails like any other */
  readonly unreadable?: (error: unknown) => Fate
}

/**
 * Processes the messages of a batch concurrently and independently. A kept message becomes visible again after the
 * seconds that `handle` returned. If `handle` throws, the error is logged as `failure`, and the message becomes
 * visible again after the queue's visibility timeout. Log lines carry the message's id and the id of the request that
 * caused it.
 */
export async function consume<Name extends QueueName>(
  event: SQSEvent,
  queue: Name,
  consumer: Consumer,
  handle: (body: QueueBody<Name>, receipt: Receipt) => Promise<Fate>,
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
    return await handle(body, receiptOf(record))
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
  const { relayedAt, isRepeat, afterAttempt, carrier } = messageAttributes
  return {
    id: carrier?.stringValue ?? messageId,
    receiveCount: Number(attributes.ApproximateReceiveCount),
    sentAt,
    relayedAt: Number(relayedAt?.stringValue ?? sentAt),
    ...(isRepeat && { isRepeat: true }),
    ...(afterAttempt && { afterAttempt: Number(afterAttempt.stringValue) }),
  }
}

function factsOf({ messageId, messageAttributes }: SQSRecord) {
  return { sqsMessageId: messageId, requestId: messageAttributes.requestId?.stringValue }
}

/** Whether a processed message is deleted, or kept and visible again after `visibilitySeconds`. */
export type Fate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: Fate = { kind: 'delete' }

export const LATER: Fate = { kind: 'keep', visibilitySeconds: 1 }

export function keep(visibilitySeconds: number): Fate {
  return { kind: 'keep', visibilitySeconds }
}

/** Returns the attributes of a message to a work queue (`consume.ts` reads them), without those that have no value. */
export function messageAttributes(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined || value === '') return []
      return [[name, { DataType: typeof value === 'number' ? 'Number' : 'String', StringValue: String(value) }]]
    }),
  )
}
