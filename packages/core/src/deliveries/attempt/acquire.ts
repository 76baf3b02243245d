import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { DELETE, type Fate, keep, LATER } from '../../platform/queues/consume.ts'
import { settings } from '../../platform/settings.ts'
import { writeOnce } from '../../platform/table/write-once.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { isTest } from '../disabling/failure-run.ts'
import { failedEntry } from '../index-range.ts'
import { isSlowAt } from '../webhooks/slow-endpoints.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { AttemptRequest } from './attempt-delivery.ts'
import { acquireLease, findFirstAttempt, holdsLease, LEASE_MILLISECONDS, type Lease, leaseOf } from './lease.ts'
import { planMessage, retainedAttempts } from './plan-attempt.ts'
import { moveToSlow, sendRetry } from './retry-message.ts'

/** A delivery that this message is to send now, or what to do with a message that sends nothing. */
export type Acquired =
  | { readonly kind: 'due'; readonly delivery: DeliveryItem; readonly webhook: WebhookItem }
  | (Over & { readonly webhook: WebhookItem | null })

interface Over {
  readonly kind: 'over'
  readonly fate: Fate
  /** A delivery that ended before. A worker may have been interrupted before it counted the outcome. */
  readonly ended?: DeliveryItem
}

interface Held {
  readonly kind: 'held'
  readonly delivery: DeliveryItem
}

/** Acquires the delivery of a message, so that no other message sends it, and reads its webhook. */
export async function acquireDelivery(request: AttemptRequest, clock: Clock): Promise<Acquired> {
  const { reference, message, queue, readWebhook } = request
  const [first, webhook] = await Promise.all([
    queue === 'deliveries' ? findFirstAttempt(reference, message) : undefined,
    readWebhook(reference.organizationId, reference.webhookId),
  ])
  const isSlow = webhook !== null && isSlowAt(webhook, clock())
  // Its endpoint was marked after it was sent. A message that is received again may be of an exhausted delivery: the
  // age of a new message would reopen it. If it is unknown whether it was moved, its attempt acquires the lease.
  const isMovable = isSlow && queue === 'deliveries' && message.receiveCount === 1
  if (isMovable && (await moveToSlow(reference, message, first))) return { ...over(DELETE), webhook }
  const acquired: Held | Over =
    first && !isMovable ? { kind: 'held', delivery: first } : await acquireStored(request, isSlow, clock())
  return acquired.kind === 'held' ? await endOrSend(acquired.delivery, webhook, clock) : { ...acquired, webhook }
}

function over(fate: Fate): Over {
  return { kind: 'over', fate }
}

/** Acquires the lease of a delivery that is due. */
async function acquireStored(
  { reference, message }: AttemptRequest,
  isSlow: boolean,
  now: EpochMs,
): Promise<Held | Over> {
  const lease = leaseOf(message.id, now)
  const { afterAttempt } = message
  const { isWritten: isAcquired, item: delivery } = await acquireLease(reference, lease, { now, afterAttempt })
  if (!delivery) return over(DELETE)
  // The relay's message may be making the first attempt, which acquires no lease. It ends within the time of a lease.
  if (isAcquired && message.isRepeat && message.receiveCount === 1 && delivery.attemptCount === 0)
    return over(keep(LEASE_MILLISECONDS / 1000))
  if (isAcquired) return { kind: 'held', delivery }
  const plan = planMessage(delivery, message, now)
  switch (plan.kind) {
    case 'wait':
      return over(keep(plan.seconds))
    case 'delay': {
      const { seconds } = plan
      const carrier = message.id
      const sent = await sendRetry({ reference, delivery, isSlow, relayedAt: now, afterAttempt, carrier, seconds })
      return over(sent === undefined ? keep(seconds) : DELETE)
    }
    case 'reopen': {
      const reopened = await reopen(delivery, lease)
      return reopened ? { kind: 'held', delivery: reopened } : over(LATER)
    }
    case 'dead':
      return { ...over(keep(0)), ended: delivery }
    case 'drop':
      return { ...over(DELETE), ended: delivery }
  }
}

/** Ends a delivery without an attempt if its webhook is deleted, disabled or has no URL. */
async function endOrSend(delivery: DeliveryItem, webhook: WebhookItem | null, clock: Clock): Promise<Acquired> {
  // A test event tells the user whether to enable the webhook again.
  if (!webhook || !(webhook.enabled || isTest(delivery)))
    return { ...over(await end(delivery, 'failed', clock())), webhook }
  if (webhook.url === '') return { ...over(await end(delivery, 'delivered', clock())), webhook }
  return { kind: 'due', delivery, webhook }
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
async function end(delivery: DeliveryItem, status: 'failed' | 'delivered', now: EpochMs): Promise<Fate> {
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
