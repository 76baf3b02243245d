import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'
import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { addFacts, log } from '../../platform/log/log.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { type Answer, sendRequest } from '../../platform/outbound/send-request.ts'
import { consume, DELETE, type Fate, keep, LATER, type Receipt } from '../../platform/queues/consume.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { writeOnce } from '../../platform/table/write-once.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { continueSearch, disableAfterFailures, type Effects } from '../disabling/auto-disable.ts'
import { finalOutcomeOf, isTest } from '../disabling/failure-run.ts'
import { writeFinalOutcome } from '../disabling/final-outcome-entity.ts'
import { failedEntry } from '../index-range.ts'
import { getPayload } from '../new-delivery.ts'
import { withShardsRaised } from '../webhooks/raise-shards.ts'
import { openRequestSecrets } from '../webhooks/request-secrets.ts'
import {
  type DeliveryQueue,
  deliveryQueueOf,
  deliveryQueueUrl,
  isSlowAt,
  markIfSlow,
} from '../webhooks/slow-endpoints.ts'
import { findWebhook, isEventBus, mayUseBus, WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { attemptRecord, fateAfter, storedHeaders } from './attempt-record.ts'
import { acquireLease, findFirstAttempt, holdsLease, LEASE_MILLISECONDS, type Lease, leaseOf } from './lease.ts'
import { logAttempt } from './log-attempt.ts'
import { attemptOfRound, planMessage, retainedAttempts } from './plan-attempt.ts'
import { notAllowed, putEvent } from './put-event.ts'
import { recordAttempt } from './record-attempt.ts'
import { moveToSlow, sendRetry } from './retry-message.ts'
import { judgeAttempt } from './verdict.ts'

/** Time for a 2xx response; a later one is a failure (spec, Delivery mechanism 5). */
export const ATTEMPT_DEADLINE_SECONDS = 10

/** A message of a deliveries queue, its delivery, and how to read the webhook. */
interface AttemptRequest {
  readonly reference: DeliveryReference
  readonly message: Receipt
  readonly queue: DeliveryQueue
  readonly readWebhook: typeof findWebhook
}

/** Makes the attempt of a delivery if it is due, records it, and returns what to do with the message. */
export async function attemptDelivery(request: AttemptRequest, effects: Effects): Promise<Fate> {
  const { reference, message, queue, readWebhook } = request
  const { organizationId, webhookId, search } = reference
  if (search) {
    await continueSearch(await readWebhook(organizationId, webhookId), { ...reference, search }, effects)
    return DELETE
  }
  const [first, webhook] = await Promise.all([
    queue === 'deliveries' ? findFirstAttempt(reference, message) : undefined,
    readWebhook(organizationId, webhookId),
  ])
  const fate = await attemptIfDue(request, { first, webhook }, effects)
  // The function that was to send the mail was interrupted, or could not send it.
  if (webhook?.noticeKind) await effects.notify?.(webhook)
  return fate
}

async function attemptIfDue(
  { reference, message, queue }: AttemptRequest,
  { first, webhook }: { readonly first: DeliveryItem | undefined; readonly webhook: WebhookItem | null },
  effects: Effects,
): Promise<Fate> {
  const isSlow = webhook !== null && isSlowAt(webhook, effects.clock())
  // Its endpoint was marked after it was sent. A message that is received again may be of an exhausted delivery: the
  // age of a new message would reopen it. If it is unknown whether it was moved, its attempt acquires the lease.
  const isMovable = isSlow && queue === 'deliveries' && message.receiveCount === 1
  if (isMovable && (await moveToSlow(reference, message, first))) return DELETE
  if (first && !isMovable) return await attemptIfEnabled({ delivery: first, reference, message, webhook }, effects)
  const now = effects.clock()
  const lease = leaseOf(message.id, now)
  const { isWritten: isAcquired, item: delivery } = await acquireLease(reference, lease, {
    now,
    afterAttempt: message.afterAttempt,
  })
  if (!delivery) return DELETE
  const attempting = { delivery, reference, message, webhook }
  // The relay's message may be making the first attempt, which acquires no lease. It ends within the time of a lease.
  if (isAcquired && message.isRepeat && message.receiveCount === 1 && delivery.attemptCount === 0)
    return keep(LEASE_MILLISECONDS / 1000)
  if (isAcquired) return await attemptIfEnabled(attempting, effects)
  const plan = planMessage(delivery, message, now)
  if (plan.kind === 'wait') return keep(plan.seconds)
  if (plan.kind === 'delay') {
    const { id: carrier, afterAttempt } = message
    const { seconds } = plan
    const sent = await sendRetry({ reference, delivery, isSlow, relayedAt: now, afterAttempt, carrier, seconds })
    return sent === undefined ? keep(plan.seconds) : DELETE
  }
  if (plan.kind === 'reopen') {
    const reopened = await reopen(delivery, lease)
    return reopened ? await attemptIfEnabled({ ...attempting, delivery: reopened }, effects) : LATER
  }
  await applyOutcome(attempting, webhook, effects)
  return plan.kind === 'dead' ? keep(0) : DELETE
}

interface Attempting {
  readonly delivery: DeliveryItem
  readonly reference: DeliveryReference
  /** The message that makes the attempt. */
  readonly message: Receipt
}

async function attemptIfEnabled(
  { webhook, ...attempting }: Attempting & { readonly webhook: WebhookItem | null },
  effects: Effects,
): Promise<Fate> {
  // A test event tells the user whether to enable the webhook again.
  if (!webhook || !(webhook.enabled || isTest(attempting.delivery)))
    return await end(attempting.delivery, 'failed', effects.clock())
  return webhook.url === ''
    ? await end(attempting.delivery, 'delivered', effects.clock())
    : await attempt(attempting, webhook, effects)
}

async function attempt(
  { delivery, reference, message }: Attempting,
  webhook: WebhookItem,
  effects: Effects,
): Promise<Fate> {
  const { clock } = effects
  const [payload, send] = await Promise.all([getPayload(delivery), openDestination(webhook, clock())])
  const at = clock()
  const answering = send(delivery, payload, at)
  const [answer, isSlow] = await Promise.all([answering, markIfSlow(webhook, answering, clock)])
  const number = delivery.attemptCount + 1
  const verdict = judgeAttempt(answer.outcome, attemptOfRound(delivery), settings.RETRY_DELAYS_SECONDS)
  const endedAt = clock()
  logAttempt({ delivery, payload, number, answer, verdict, endedAt })
  const isFirst = number === 1 && message.afterAttempt === undefined
  const made = {
    ...attemptRecord(at, answer, verdict),
    ...(isFirst && { relayedAfterMs: message.relayedAt - delivery.createdAt }),
  }
  const headers = verdict.kind === 'delivered' ? storedHeaders(delivery, made, answer.headers) : answer.headers
  const attempt = Object.keys(headers).length > 0 ? { ...made, headers } : made
  // Sent before it is recorded: what the record names is in the queue, whenever this worker is interrupted.
  const retry =
    verdict.kind === 'retry' &&
    (await sendRetry({
      reference,
      delivery,
      isSlow: isSlow || isSlowAt(webhook, endedAt),
      relayedAt: endedAt,
      afterAttempt: number,
      seconds: verdict.delaySeconds,
    }))
  const recorded = await recordAttempt({ delivery, attempt, verdict, endedAt, carrier: retry || message.id })
  if (!recorded.delivery || recorded.delivery.status === 'delivered') {
    if (recorded.delivery) await applyOutcome({ delivery: recorded.delivery, reference }, webhook, effects)
    return DELETE
  }
  if (recorded.overtaken) return LATER
  await applyOutcome({ delivery: recorded.delivery, reference }, webhook, effects)
  return fateAfter(verdict, { isRetrySent: Boolean(retry), msSinceEnd: clock() - endedAt })
}

type Send = (delivery: DeliveryItem, payload: string, at: number) => Promise<Answer>

/** Returns how to send to a webhook: an event to its bus, or a signed request to its URL. */
async function openDestination(webhook: WebhookItem, now: number): Promise<Send> {
  const { url } = webhook
  const deadlineMs = ATTEMPT_DEADLINE_SECONDS * 1000
  if (isEventBus(url) && !mayUseBus(webhook.organizationId, url)) return async () => notAllowed()
  if (isEventBus(url)) return (delivery, payload) => putEvent(url, delivery, payload, deadlineMs)
  const { secret, headers: own } = await openRequestSecrets(webhook, now)
  return (delivery, body, at) =>
    sendRequest({ url, headers: deliveryHeaders(delivery, body, secret, Math.floor(at / 1000), own), body, deadlineMs })
}

/** Opens the next round of an exhausted delivery under the same id. Returns undefined if another worker opened it. */
async function reopen(delivery: DeliveryItem, lease: Lease): Promise<DeliveryItem | undefined> {
  const { webhookId, shard, id } = delivery
  const write = DeliveryEntity.patch({ webhookId, shard, id })
    .set({
      status: 'pending',
      changedFrom: delivery.cause,
      roundStart: delivery.attemptCount,
      attempts: retainedAttempts(delivery, settings.RETRY_DELAYS_SECONDS.length),
      ...lease,
    })
    .remove(['copies', 'finishedAt', 'exhausted', 'cause', 'nextAttemptAt', 'failedIn', 'failedAt'])
    .where(
      ({ attemptCount, status }, { eq }) => `${eq(attemptCount, delivery.attemptCount)} AND ${eq(status, 'failed')}`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  const { isWritten, item } = await writeOnce(write, (stored) => holdsLease(stored, lease))
  if (!isWritten || !item) return undefined
  log('delivery.reopened', { attempts: delivery.attemptCount })
  return item
}

/**
 * Ends a delivery without an attempt. One to a disabled webhook is `failed`, so that it can be replayed. One to a webhook
 * without a URL is `delivered`: it is read from the list.
 */
async function end(delivery: DeliveryItem, status: 'failed' | 'delivered', now: number): Promise<Fate> {
  const { webhookId, shard, id, attemptCount } = delivery
  const failure = { cause: 'webhook_disabled' as const, exhausted: false, ...failedEntry(delivery, now) }
  const { rejected } = await DeliveryEntity.patch({ webhookId, shard, id })
    .set({ status, changedFrom: 'pending', finishedAt: now, ...(status === 'failed' && failure) })
    .remove(['leaseUntil', 'carrier', 'nextAttemptAt'])
    .where((stored, { eq }) => `${eq(stored.attemptCount, attemptCount)} AND ${eq(stored.status, 'pending')}`)
    .go({ returnOnConditionCheckFailure: true })
  if (!rejected && status === 'failed')
    log('delivery.not_attempted', { serviceEvent: delivery.event, cause: 'webhook_disabled' }, { DeliveryFailures: 1 })
  return DELETE
}

/**
 * Counts a recorded outcome towards the webhook's failures, and disables the webhook after too many consecutive ones.
 * It depends only on the delivery, is idempotent, and runs again with a repeated message, so a crash loses nothing.
 */
async function applyOutcome(
  { delivery, reference }: { readonly delivery: DeliveryItem; readonly reference: DeliveryReference },
  webhook: WebhookItem | null,
  effects: Effects,
): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, reference, effects)
}

/** Creates the entities that every attempt uses. Functions call it when they start. */
export function prepareAttempts(): void {
  makeAtStart(DeliveryEntity, WebhookEntity)
}

type Attempt = (request: AttemptRequest) => Promise<Fate>

/**
 * Attempts each delivery of a batch. The attempts start at the same time, so each webhook is read once. A copy of a
 * message in the same batch waits for the attempt of the other, then is retried later.
 */
export async function attemptBatch(event: SQSEvent, attempt: Attempt): Promise<SQSBatchResponse> {
  const queue = deliveryQueueOf(event)
  const readWebhook = oncePerKey(findWebhook)
  const attempts = new Map<string, Promise<Fate>>()
  const consumer = {
    failure: 'delivery.failed',
    kept: 'delivery.kept',
    showAgain: showAgainIn(deliveryQueueUrl(queue)),
  }
  return await consume(event, queue, consumer, async (reference, message) => {
    const { organizationId, webhookId, deliveryId } = reference
    addFacts({ organizationId, webhookId, deliveryId })
    const other = attempts.get(reference.deliveryId)
    if (other) return await Promise.allSettled([other]).then(() => LATER)
    const attempting = withShardsRaised(reference, () => attempt({ reference, message, queue, readWebhook }))
    attempts.set(reference.deliveryId, attempting)
    return await attempting
  })
}
