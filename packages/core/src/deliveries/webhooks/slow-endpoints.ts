import { setTimeout } from 'node:timers/promises'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSEvent } from 'aws-lambda'
import type { Clock } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

const SLOW_FOR_MILLISECONDS = 300_000

/** The queues of deliveries. Each has its own executions. */
export type DeliveryQueue = 'deliveries' | 'slow-deliveries'

/**
 * Returns the queue of an endpoint's attempts. First attempts come from `deliveries`, because an endpoint can be marked
 * after an item named its queue: the worker moves their messages, and sends those of retries, to the queue of the mark
 * that it has just read.
 */
export function deliveryQueue(isSlow: boolean): DeliveryQueue {
  return isSlow ? 'slow-deliveries' : 'deliveries'
}

/** Returns whether an endpoint was slow within the last five minutes. */
export function isSlowAt({ slowUntil = 0 }: Pick<WebhookItem, 'slowUntil'>, now: EpochMs): boolean {
  return slowUntil > now
}

/**
 * Waits for a response and returns whether it is slow. Marks the endpoint while the response is awaited: workers that
 * receive its other messages move them instead of waiting, too.
 */
export async function markIfSlow(
  webhook: Pick<WebhookItem, 'organizationId' | 'id' | 'slowUntil'>,
  response: Promise<unknown>,
  clock: Clock,
): Promise<boolean> {
  const late = setTimeout(settings.SLOW_RESPONSE_MILLISECONDS, true, { ref: false })
  const isSlow = await Promise.race([response.then(() => false), late])
  // The attempt is recorded nevertheless. The next slow response marks the endpoint.
  if (isSlow) await markSlow(webhook, clock()).catch((error: unknown) => logError('webhook.slow_unmarked', error))
  return isSlow
}

/** Marks an endpoint as slow, unless it was marked shortly before. */
async function markSlow(
  { organizationId, id, slowUntil = 0 }: Pick<WebhookItem, 'organizationId' | 'id' | 'slowUntil'>,
  now: EpochMs,
): Promise<void> {
  const until = now + SLOW_FOR_MILLISECONDS
  const renewed = until - SLOW_FOR_MILLISECONDS / 2
  if (slowUntil >= renewed) return
  await WebhookEntity.patch({ organizationId, id })
    .set({ slowUntil: until })
    .where((stored, { lt, notExists }) => `${notExists(stored.slowUntil)} OR ${lt(stored.slowUntil, renewed)}`)
    .go({ returnOnConditionCheckFailure: true })
}

export function deliveryQueueUrl(queue: DeliveryQueue): string {
  return queue === 'deliveries' ? settings.DELIVERIES_QUEUE_URL : settings.SLOW_DELIVERIES_QUEUE_URL
}

/** Returns the queue of a batch. All its messages come from the same event source mapping. */
export function deliveryQueueOf({ Records: [record] }: SQSEvent): DeliveryQueue {
  const name = record?.eventSourceARN.split(':').at(-1)
  return settings.SLOW_DELIVERIES_QUEUE_URL.endsWith(`/${name}`) ? 'slow-deliveries' : 'deliveries'
}
