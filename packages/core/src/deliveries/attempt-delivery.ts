import { isoTime } from '../clock.ts'
import { log } from '../log.ts'
import { addFacts } from '../log-context.ts'
import { type Answer, sendRequest } from '../outbound/send-request.ts'
import { DELETE, type MessageFate } from '../queues/message-fate.ts'
import { decryptSecret } from '../secrets/secrets.ts'
import { settings } from '../settings.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { type AttemptRecord, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { readCause } from './envelope.ts'
import { failedEntry } from './failed-index.ts'
import { type DeliveryReference, readPayload } from './new-delivery.ts'
import { type MessageTimes, planAttempt } from './plan-attempt.ts'
import { readDelivery, recordAttempt } from './record-attempt.ts'
import { deliveryHeaders } from './signature.ts'
import { judgeAttempt, type Verdict } from './verdict.ts'

/** No 2xx within this time counts as a failure (spec, Delivery mechanism 5). */
export const ATTEMPT_DEADLINE_SECONDS = 10

/** Makes the attempt that is due for a delivery, records it, and says what becomes of the message. */
export async function attemptDelivery(
  reference: DeliveryReference,
  message: MessageTimes,
  clock: () => number,
): Promise<MessageFate> {
  const { organizationId, webhookId, deliveryId } = reference
  const [delivery, webhook] = await Promise.all([
    readDelivery(webhookId, deliveryId),
    getWebhook(organizationId, webhookId),
  ])
  if (!delivery) return DELETE
  const plan = planAttempt(delivery, message, clock())
  if (plan.kind === 'drop') return DELETE
  if (plan.kind === 'wait') return { kind: 'keep', visibilitySeconds: plan.seconds }
  if (plan.kind === 'dead') return { kind: 'keep', visibilitySeconds: 0 }
  const opened = plan.kind === 'reopen' ? await reopen(delivery) : delivery
  if (!opened) return { kind: 'keep', visibilitySeconds: 1 }
  if (!webhook?.enabled) return await failDisabled(opened, clock())
  return await attempt(opened, webhook, clock)
}

async function attempt(delivery: DeliveryItem, webhook: WebhookItem, clock: () => number): Promise<MessageFate> {
  const [secret, payload] = await Promise.all([
    decryptSecret('webhook-signing', webhook.organizationId, webhook.secret),
    readPayload(delivery),
  ])
  addFacts({ ...readCause(payload) })
  const at = clock()
  const answer = await sendRequest({
    url: webhook.url,
    headers: deliveryHeaders(delivery, payload, secret, Math.floor(at / 1000)),
    body: payload,
    deadlineMs: ATTEMPT_DEADLINE_SECONDS * 1000,
  })
  const number = delivery.attemptCount + 1
  const verdict = judgeAttempt(answer.outcome, number - delivery.roundStart, settings.RETRY_DELAYS_SECONDS)
  const endedAt = clock()
  log(
    'delivery.attempted',
    {
      serviceEvent: delivery.event,
      attempt: number,
      at: isoTime(at),
      durationMs: answer.durationMs,
      status: 'status' in answer.outcome ? answer.outcome.status : null,
      verdict: verdict.kind,
      cause: verdict.kind === 'delivered' ? null : verdict.cause,
    },
    {
      DeliveryAttempts: 1,
      DeliveryFailures: 1,
      AttemptDuration: answer.durationMs,
      ...(verdict.kind === 'delivered' && { TimeToDelivered: endedAt - delivery.createdAt }),
      ...(verdict.kind === 'failed' && verdict.exhausted && { DeliveriesExhausted: 1 }),
    },
  )
  const made = { delivery, webhook, attempt: attemptRecord(at, answer, verdict), verdict, endedAt }
  const recorded = await recordAttempt(made)
  if (recorded === 'recorded') return fateAfter(verdict)
  return recorded === 'delivered' ? DELETE : { kind: 'keep', visibilitySeconds: 1 }
}

function attemptRecord(at: number, answer: Answer, verdict: Verdict): AttemptRecord {
  return {
    at,
    durationMs: answer.durationMs,
    ...('status' in answer.outcome && { status: answer.outcome.status, headers: answer.headers }),
    ...(verdict.kind !== 'delivered' && { cause: verdict.cause }),
    ...(answer.body && { body: answer.body }),
    ...(answer.bodyCut && { bodyCut: true }),
  }
}

function fateAfter(verdict: Verdict): MessageFate {
  if (verdict.kind === 'retry') return { kind: 'keep', visibilitySeconds: Math.ceil(verdict.delaySeconds) }
  if (verdict.kind === 'failed' && verdict.exhausted) return { kind: 'keep', visibilitySeconds: 0 }
  return DELETE
}

/** Opens the next round of an exhausted delivery under the same id; undefined when another worker did. */
async function reopen(delivery: DeliveryItem): Promise<DeliveryItem | undefined> {
  const reopened = await DeliveryEntity.patch({ webhookId: delivery.webhookId, shard: delivery.shard, id: delivery.id })
    .set({ status: 'pending', roundStart: delivery.attemptCount })
    .remove(['finishedAt', 'exhausted', 'cause', 'nextAttemptAt', 'failedIn', 'failedAt'])
    .where(
      ({ attemptCount, status }, { eq }) => `${eq(attemptCount, delivery.attemptCount)} AND ${eq(status, 'failed')}`,
    )
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  if (reopened.rejected) return undefined
  log('delivery.reopened', { attempts: delivery.attemptCount })
  return { ...delivery, status: 'pending', roundStart: delivery.attemptCount }
}

/** A disabled webhook gets nothing: the delivery is kept as failed and can be replayed. */
async function failDisabled(delivery: DeliveryItem, now: number): Promise<MessageFate> {
  await DeliveryEntity.patch({ webhookId: delivery.webhookId, shard: delivery.shard, id: delivery.id })
    .set({
      status: 'failed',
      cause: 'webhook_disabled',
      exhausted: false,
      finishedAt: now,
      ...failedEntry(delivery, now),
    })
    .remove(['nextAttemptAt'])
    .where(
      ({ attemptCount, status }, { eq }) => `${eq(attemptCount, delivery.attemptCount)} AND ${eq(status, 'pending')}`,
    )
    .go({ returnOnConditionCheckFailure: true })
  log('delivery.not_attempted', { serviceEvent: delivery.event, cause: 'webhook_disabled' }, { DeliveryFailures: 1 })
  return DELETE
}
