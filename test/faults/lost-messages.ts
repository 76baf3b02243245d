import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import type { FiredFault } from '@messaging/cloud/faults/faults.ts'
import { DELIVERY_SHARD, DeliveryEntity } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'
import * as v from 'valibot'
import type { Ground } from './ground.ts'

const LOOK_AGAIN_MILLISECONDS = 250
/** What is held for longer was left by a function that failed on a busy machine. */
const LONGEST_WORK_MILLISECONDS = 10_000

const Batch = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ Records: v.array(v.looseObject({ receiptHandle: v.string(), body: v.string() })) }),
)

export type HeldMessage = v.InferOutput<typeof Batch>['Records'][number]

const Reference = v.pipe(v.string(), v.parseJson(), v.looseObject({ webhookId: v.string(), deliveryId: v.string() }))

/** The messages of a queue that an event brings, or a call of a mapping is about. */
export function heldMessages(text: string): readonly HeldMessage[] {
  const batch = v.safeParse(Batch, text)
  return batch.success ? batch.output.Records : []
}

/**
 * Makes visible again what a fault left in flight. Its queue would do so by itself, but only after minutes, because it
 * allows for the slowest attempt.
 */
export function bringBack({ service, sqs, workQueues }: Ground): { stop(): void } {
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
  /** Receipt handles do not say their queue; a queue refuses those of others, and of what is in flight no longer. */
  const release = async ({ receiptHandle, body }: Pick<HeldMessage, 'receiptHandle'> & { readonly body?: string }) => {
    receivedAt.delete(receiptHandle)
    if (body !== undefined) await endLease(body)
    for (const QueueUrl of workQueues) {
      const change = { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 }
      await sqs.send(new ChangeMessageVisibilityCommand(change)).catch(() => undefined)
    }
  }
  const look = () => {
    for (const fault of faults.fired.filter((fired) => loses(fired) && !seen.has(fired))) {
      seen.add(fault)
      const held = [...heldMessages(fault.request), ...heldMessages(fault.event ?? '')]
      // A moment later, because a function that was not ended is about to give up.
      setTimeout(() => void Promise.all(held.map(release)), LOOK_AGAIN_MILLISECONDS)
    }
    for (const [receiptHandle, at] of receivedAt) {
      if (Date.now() - at > LONGEST_WORK_MILLISECONDS) void release({ receiptHandle })
    }
  }
  const timer = setInterval(look, LOOK_AGAIN_MILLISECONDS)
  return {
    stop() {
      clearInterval(timer)
      stopWatching()
    },
  }
}

/** Ends the lease of the delivery that a message is about, as its time would end while the message is not visible. */
async function endLease(body: string): Promise<void> {
  const reference = v.safeParse(Reference, body)
  if (!reference.success) return
  const { webhookId, deliveryId: id } = reference.output
  await DeliveryEntity.patch({ webhookId, shard: DELIVERY_SHARD, id })
    .remove(['leaseUntil'])
    .go({ returnOnConditionCheckFailure: true })
}

function loses({ kind }: FiredFault): boolean {
  return kind !== 'delay' && kind !== 'duplicate'
}
