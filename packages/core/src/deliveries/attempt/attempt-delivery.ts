import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { Fate, Receipt } from '../../platform/queues/consume.ts'
import type { Effects } from '../disabling/auto-disable.ts'
import type { DeliveryQueue } from '../webhooks/slow-endpoints.ts'
import type { findWebhook } from '../webhooks/webhook-entity.ts'
import { type Acquired, acquireDelivery } from './acquire.ts'
import { countOutcome, recordSent } from './record-attempt.ts'
import { sendDelivery } from './send.ts'
import { traceAttempt } from './trace-attempt.ts'

/** A message of a deliveries queue, its delivery, and how to read the webhook. */
export interface AttemptRequest {
  readonly reference: DeliveryReference
  readonly message: Receipt
  readonly queue: DeliveryQueue
  readonly readWebhook: typeof findWebhook
}

/** A delivery that is to be sent now, with the message that it has. */
export type DueAttempt = AttemptRequest & Extract<Acquired, { readonly kind: 'due' }>

/** Makes the attempt of a delivery if it is due: acquires it, sends it, records it. Returns what to do with the message. */
export async function attemptDelivery(request: AttemptRequest, effects: Effects): Promise<Fate> {
  const acquired = await acquireDelivery(request, effects.clock)
  const fate =
    acquired.kind === 'due'
      ? await sendAndRecord({ ...request, ...acquired }, effects)
      : await countEnded(request, acquired, effects)
  // The function that was to send the mail was interrupted, or could not send it.
  if (acquired.webhook?.noticeKind) await effects.notify?.(acquired.webhook)
  return fate
}

async function sendAndRecord(due: DueAttempt, effects: Effects): Promise<Fate> {
  const sent = await sendDelivery(due, effects.clock)
  const fate = await recordSent(due, sent, effects)
  await traceAttempt({ delivery: due.delivery, url: due.webhook.url, sent })
  return fate
}

async function countEnded(
  { reference }: AttemptRequest,
  { ended, fate, webhook }: Acquired & { readonly kind: 'over' },
  effects: Effects,
): Promise<Fate> {
  if (ended) await countOutcome(ended, { reference, webhook }, effects)
  return fate
}
