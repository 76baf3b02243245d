import { setTimeout } from 'node:timers/promises'
import type { Pause } from '../../platform/back-off.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import {
  DISABLE_AFTER_FAILURES,
  type FailureRun,
  type FinalOutcome,
  failuresInARow,
  findFailureRun,
  interrupts,
  searchedSince,
  WARN_AFTER_FAILURES,
} from './failure-run.ts'
import { listFinalOutcomes, writeFinalOutcome } from './final-outcomes.ts'
import { isUnattempted } from './first-attempt.ts'
import { firstIdAt } from './id-range.ts'
import { LEASE_MILLISECONDS } from './lease.ts'
import { allShards } from './shards.ts'

/** Time until a success that has just ended is recorded. */
const RECORDING_MILLISECONDS = 1000
/** Searches while attempts that began before the last failure are still running. */
const MAX_SEARCHES = 6
const PAGE = 100

export interface Effects {
  readonly clock: Clock
  /** Sends the mail that the owner of a webhook is to get. */
  readonly notify?: (webhook: WebhookItem) => Promise<void>
  /** @default `setTimeout` */
  readonly pause?: Pause
}

/**
 * Disables a webhook whose last 20 outcomes are failures without a success in between. Call it after the failure of a
 * delivery is recorded; it is idempotent. One worker at a time searches for a success. The others return at once: that
 * worker reads the outcomes again after its check, so no failure is missed.
 */
export async function disableAfterFailures(webhook: WebhookItem, deliveryId: string, effects: Effects): Promise<void> {
  let current = webhook
  for (;;) {
    const outcomes = await listFinalOutcomes(current.id)
    if (!findFailureRun(outcomes, current)) return await warnOwner(current, outcomes, effects)
    const checked = await beginCheck(current, deliveryId, effects.clock())
    if (!checked) return
    const disabled = await disableUnlessSucceeded(checked, effects)
    if (disabled) return await effects.notify?.(disabled)
    await endCheck(checked)
    current = checked
  }
}

/** Warns the owner once about a run of failures that is halfway to disabling the webhook. */
async function warnOwner(
  { organizationId, id, ...webhook }: WebhookItem,
  outcomes: readonly FinalOutcome[],
  { clock, notify }: Effects,
): Promise<void> {
  const failures = failuresInARow(outcomes, webhook)
  const [last, first] = [failures.at(0), failures.at(-1)]
  if (!notify || !first || !last) return
  if (failures.length < WARN_AFTER_FAILURES || webhook.warnedFor === first.deliveryId) return
  const now = clock()
  if (await recordSuccess(id, (await findSuccess({ id, shards: webhook.shards }, { first, last }, now)).success)) return
  const warned = await WebhookEntity.patch({ organizationId, id })
    .set({ warnedFor: first.deliveryId, noticeKind: 'failing', noticeAt: now })
    .where(
      (stored, { eq, ne, notExists }) =>
        `${eq(stored.enabled, true)} AND (${notExists(stored.warnedFor)} OR ${ne(stored.warnedFor, first.deliveryId)})`,
    )
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  if (!warned.rejected) await notify(warned.data)
}

/** Stores the outcome of a success, so that the next check finds it without a search. Returns whether there is one. */
async function recordSuccess(webhookId: string, success: SearchedDelivery | undefined): Promise<boolean> {
  if (success?.finishedAt === undefined) return false
  const { id: deliveryId, createdAt: begunAt, finishedAt } = success
  await writeFinalOutcome(webhookId, { deliveryId, kind: 'delivered', begunAt, finishedAt })
  return true
}

/** Returns the disabled webhook, or undefined if it was not disabled. */
async function disableUnlessSucceeded(
  webhook: WebhookItem,
  { clock, pause = setTimeout }: Effects,
): Promise<WebhookItem | undefined> {
  const since = clock()
  for (let searches = 1; ; searches += 1) {
    const run = findFailureRun(await listFinalOutcomes(webhook.id), webhook)
    if (!run) return undefined
    const { success, attempted } = await findSuccess(webhook, run, since)
    if (await recordSuccess(webhook.id, success)) return undefined
    if (searches === MAX_SEARCHES || (searches > 1 && !attempted)) return await disable(webhook, run, clock())
    await pause(RECORDING_MILLISECONDS)
  }
}

type SearchedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'status' | 'createdAt' | 'finishedAt' | 'attemptCount' | 'leaseUntil'
>

/**
 * Searches the log for a success that interrupts the run, newest deliveries first, with strongly consistent reads.
 * Otherwise returns whether deliveries that began before `since` (milliseconds) are still being attempted: any of them
 * may become such a success.
 */
async function findSuccess(
  webhook: Pick<WebhookItem, 'id' | 'shards'>,
  run: FailureRun,
  since: number,
): Promise<{ success?: SearchedDelivery; attempted: boolean }> {
  const searched = await Promise.all(allShards(webhook).map((shard) => searchShard(webhook.id, shard, run, since)))
  const success = searched.find((each) => each.success)?.success
  return { ...(success && { success }), attempted: searched.some(({ attempted }) => attempted) }
}

async function searchShard(
  webhookId: string,
  shard: string,
  run: FailureRun,
  since: number,
): Promise<{ success?: SearchedDelivery; attempted: boolean }> {
  const from = firstIdAt(searchedSince(run))
  let attempted = false
  let cursor: string | null = null
  do {
    const page: { data: SearchedDelivery[]; cursor: string | null } = await DeliveryEntity.query
      .byId({ webhookId, shard })
      .gte({ id: from })
      .go({
        consistent: true,
        order: 'desc',
        limit: PAGE,
        cursor,
        attributes: ['id', 'event', 'status', 'createdAt', 'finishedAt', 'attemptCount', 'leaseUntil'],
      })
    const success = page.data.find((delivery) => interrupts(run, delivery))
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
 * Locks the check of a webhook and returns the webhook. Returns undefined if the webhook is disabled, or if the worker
 * of another delivery is checking it. The same delivery may lock it again after a crash.
 */
async function beginCheck(
  { organizationId, id }: WebhookItem,
  checkedBy: string,
  now: number,
): Promise<WebhookItem | undefined> {
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ checkedBy, checkUntil: now + LEASE_MILLISECONDS })
    .where((stored, { eq, lte, notExists }) => {
      const free = [notExists(stored.checkUntil), lte(stored.checkUntil, now), eq(stored.checkedBy, checkedBy)]
      return `${eq(stored.enabled, true)} AND (${free.join(' OR ')})`
    })
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  return written.rejected ? undefined : written.data
}

async function endCheck({ organizationId, id, checkedBy = '' }: WebhookItem): Promise<void> {
  await WebhookEntity.patch({ organizationId, id })
    .remove(['checkedBy', 'checkUntil'])
    .where((stored, { eq }) => eq(stored.checkedBy, checkedBy))
    .go({ returnOnConditionCheckFailure: true })
}

/** Disables the webhook unless it was disabled or enabled in the meantime. Returns it if it was disabled. */
async function disable(
  { organizationId, id }: WebhookItem,
  { first, last }: FailureRun,
  now: number,
): Promise<WebhookItem | undefined> {
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({
      enabled: false,
      disabledAt: now,
      disabledReason: 'consecutive_failures',
      noticeKind: 'disabled',
      noticeAt: now,
    })
    .remove(['checkedBy', 'checkUntil'])
    .where(
      ({ enabled, enabledAt }, { eq, lte, notExists }) =>
        `${eq(enabled, true)} AND (${notExists(enabledAt)} OR ${lte(enabledAt, first.begunAt)})`,
    )
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  if (written.rejected) return undefined
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
  return written.data
}
