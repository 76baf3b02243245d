import { setTimeout } from 'node:timers/promises'
import type { Pause } from '../../platform/back-off.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { DISABLE_AFTER_FAILURES, refutes, type Suspicion, searchedSince, suspicionOf } from './failure-run.ts'
import { listFinalOutcomes, writeFinalOutcome } from './final-outcomes.ts'
import { isUnattempted } from './first-attempt.ts'
import { LEASE_MILLISECONDS } from './lease.ts'
import { firstIdAt } from './list-deliveries.ts'

/** Successes that ended a moment ago may not be recorded yet. */
const SETTLING_MILLISECONDS = 1000
/** Searches while attempts from before the last failure are still under way. */
const SEARCHES_AT_MOST = 6
const PAGE = 100

/** What this needs of time. */
export interface Time {
  readonly clock: Clock
  /** @default `setTimeout` */
  readonly pause?: Pause
}

/**
 * Disables a webhook whose last 20 outcomes are failures, with no success in between. To be called after the failure of a
 * delivery was recorded; it may be called again. One worker at a time searches for a success. The others leave it to that one,
 * which reads the outcomes again when it is done, so that no failure is missed.
 */
export async function disableAfterFailures(webhook: WebhookItem, deliveryId: string, time: Time): Promise<void> {
  let read = webhook
  for (;;) {
    if (!suspicionOf(await listFinalOutcomes(read.id), read)) return
    const checked = await beginCheck(read, deliveryId, time.clock())
    if (!checked) return
    if (await disableUnlessRefuted(checked, time)) return
    await endCheck(checked)
    read = checked
  }
}

/** Whether the webhook was disabled. */
async function disableUnlessRefuted(webhook: WebhookItem, { clock, pause = setTimeout }: Time): Promise<boolean> {
  const since = clock()
  for (let searches = 1; ; searches += 1) {
    const suspicion = suspicionOf(await listFinalOutcomes(webhook.id), webhook)
    if (!suspicion) return false
    const { success, attempted } = await searchSuccess(webhook.id, suspicion, since)
    if (success?.finishedAt !== undefined) {
      const { id: deliveryId, createdAt: begunAt, finishedAt } = success
      // So that the next check finds it at once.
      await writeFinalOutcome(webhook.id, { deliveryId, kind: 'delivered', begunAt, finishedAt })
      return false
    }
    if (searches === SEARCHES_AT_MOST || (searches > 1 && !attempted)) return await disable(webhook, suspicion, clock())
    await pause(SETTLING_MILLISECONDS)
  }
}

type SearchedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'status' | 'createdAt' | 'finishedAt' | 'attemptCount' | 'leaseUntil'
>

/**
 * Looks for a success that refutes a suspicion, in the log itself and strongly, the latest deliveries first. Otherwise tells
 * whether deliveries are still attempted since before `since` (milliseconds), any of which may be such a success.
 */
async function searchSuccess(
  webhookId: string,
  suspicion: Suspicion,
  since: number,
): Promise<{ success?: SearchedDelivery; attempted: boolean }> {
  const from = firstIdAt(searchedSince(suspicion))
  let attempted = false
  let cursor: string | null = null
  do {
    const page: { data: SearchedDelivery[]; cursor: string | null } = await DeliveryEntity.query
      .byId({ webhookId, shard: DELIVERY_SHARD })
      .gte({ id: from })
      .go({
        consistent: true,
        order: 'desc',
        limit: PAGE,
        cursor,
        attributes: ['id', 'event', 'status', 'createdAt', 'finishedAt', 'attemptCount', 'leaseUntil'],
      })
    const success = page.data.find((delivery) => refutes(suspicion, delivery))
    if (success) return { success, attempted }
    attempted ||= page.data.some((delivery) => {
      const { status, createdAt, leaseUntil = 0 } = delivery
      // A first attempt leaves no lease.
      if (isUnattempted(delivery)) return createdAt <= since
      const begunAt = leaseUntil - LEASE_MILLISECONDS
      return status === 'pending' && begunAt <= since && leaseUntil > since
    })
    cursor = page.cursor
  } while (cursor !== null)
  return { attempted }
}

/**
 * Takes the check of a webhook and reads it; undefined when it is disabled, or another delivery's worker is checking it. The
 * same delivery may take it again, after a crash.
 */
async function beginCheck(
  { organizationId, id }: WebhookItem,
  checkedBy: string,
  now: number,
): Promise<WebhookItem | undefined> {
  const taken = await WebhookEntity.patch({ organizationId, id })
    .set({ checkedBy, checkUntil: now + LEASE_MILLISECONDS })
    .where((stored, { eq, lte, notExists }) => {
      const free = [notExists(stored.checkUntil), lte(stored.checkUntil, now), eq(stored.checkedBy, checkedBy)]
      return `${eq(stored.enabled, true)} AND (${free.join(' OR ')})`
    })
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  return taken.rejected ? undefined : taken.data
}

async function endCheck({ organizationId, id, checkedBy = '' }: WebhookItem): Promise<void> {
  await WebhookEntity.patch({ organizationId, id })
    .remove(['checkedBy', 'checkUntil'])
    .where((stored, { eq }) => eq(stored.checkedBy, checkedBy))
    .go({ returnOnConditionCheckFailure: true })
}

/** Disables the webhook unless it was disabled or enabled in the meantime. */
async function disable({ organizationId, id }: WebhookItem, { first, last }: Suspicion, now: number): Promise<boolean> {
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ enabled: false, disabledAt: now, disabledReason: 'consecutive_failures' })
    .remove(['checkedBy', 'checkUntil'])
    .where(
      ({ enabled, enabledAt }, { eq, lte, notExists }) =>
        `${eq(enabled, true)} AND (${notExists(enabledAt)} OR ${lte(enabledAt, first.begunAt)})`,
    )
    .go({ returnOnConditionCheckFailure: true })
  if (written.rejected) return false
  log(
    'webhook.disabled',
    {
      organizationId,
      webhookId: id,
      deliveryId: last.deliveryId,
      reason: 'consecutive_failures',
      consecutiveFailures: DISABLE_AFTER_FAILURES,
    },
    { WebhooksDisabled: 1 },
  )
  return true
}
