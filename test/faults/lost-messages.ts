import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import type { FiredFault } from '@replywright/cloud/faults'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import * as v from 'valibot'
import { type HeldMessage, heldMessages } from './held-messages.ts'
import type { TestBed } from './test-bed.ts'

const POLL_MILLISECONDS = 250
/** Messages in flight for longer were left by a function that failed on a loaded machine. */
const LONGEST_WORK_MILLISECONDS = 10_000

type Lost = Pick<HeldMessage, 'receiptHandle'> & Partial<Pick<HeldMessage, 'body' | 'eventSourceARN'>>

const Reference = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ webhookId: v.string(), shard: v.optional(v.string(), FIRST_SHARD), deliveryId: v.string() }),
)

/**
 * Makes messages visible again that a fault left in flight. The queue would do so only after minutes, because its
 * visibility timeout allows for the slowest attempt.
 */
export function releaseLostMessages({ service, sqs, workQueues }: TestBed): { stop(): void } {
  const { faults } = service.cloud
  const receivedAt = new Map<string, number>()
  const seen = new Set<FiredFault>()
  const stopWatching = faults.watch(({ by, action, request }) => {
    if (by !== 'mapping') return
    for (const { receiptHandle } of heldMessages(request)) {
      if (action === 'ReceiveMessage') receivedAt.set(receiptHandle, Date.now())
      else receivedAt.delete(receiptHandle)
    }
  })
  /**
   * Only an event names the queue of its messages; receipt handles do not. A queue rejects those of other queues, and of
   * messages not in flight.
   */
  const release = async (lost: Lost) => {
    const { receiptHandle, body, eventSourceARN } = lost
    receivedAt.delete(receiptHandle)
    try {
      if (body !== undefined) await endLease(body)
    } catch {
      // On a loaded machine, a call can last longer than the SDK waits.
      setTimeout(() => void release(lost), POLL_MILLISECONDS).unref()
      return
    }
    const queue = eventSourceARN?.split(':').at(-1)
    for (const QueueUrl of workQueues.filter((url) => queue === undefined || url.endsWith(`/${queue}`))) {
      const change = { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 }
      await sqs.send(new ChangeMessageVisibilityCommand(change)).catch(() => undefined)
    }
  }
  const look = () => {
    for (const fault of faults.fired.filter((fired) => loses(fired) && !seen.has(fired))) {
      seen.add(fault)
      const held = [...heldMessages(fault.request), ...heldMessages(fault.event ?? '')]
      // Waits, because a function that was not killed is about to fail.
      setTimeout(() => void Promise.all(held.map(release)), POLL_MILLISECONDS)
    }
    for (const [receiptHandle, at] of receivedAt) {
      if (Date.now() - at > LONGEST_WORK_MILLISECONDS) void release({ receiptHandle })
    }
  }
  const timer = setInterval(look, POLL_MILLISECONDS)
  return {
    stop() {
      clearInterval(timer)
      stopWatching()
    },
  }
}

/** Ends the lease of a message's delivery, as it would expire while the message is invisible. */
async function endLease(body: string): Promise<void> {
  const reference = v.safeParse(Reference, body)
  if (!reference.success) return
  const { webhookId, shard, deliveryId: id } = reference.output
  await DeliveryEntity.patch({ webhookId, shard, id })
    // An expiry writes nothing, so the statistics must not count this write as a change of the result.
    .remove(['leaseUntil', 'changedFrom'])
    .go({ returnOnConditionCheckFailure: true })
}

function loses({ kind }: FiredFault): boolean {
  return kind !== 'delay' && kind !== 'duplicate'
}
