import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AuditEntity } from '../../platform/audit/audit-entity.ts'
import { newEntry } from '../../platform/audit/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { isUnclaimed, writeOnce } from '../../platform/table/write-once.ts'
import { LEASE_MILLISECONDS } from '../attempt/lease.ts'
import { sendSearch } from '../attempt/retry-message.ts'
import { firstIdAt } from '../index-range.ts'
import { findWebhook, WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import {
  DISABLE_AFTER_FAILURES,
  type FailureRun,
  type FinalOutcome,
  failuresInARow,
  findFailureRun,
  searchedSince,
  WARN_AFTER_FAILURES,
} from './failure-run.ts'
import { listFinalOutcomes, writeFinalOutcome } from './final-outcome-entity.ts'
import { type SearchedDelivery, searchSuccess } from './search-success.ts'

/** Seconds until a success that has just ended is recorded. */
const RECORDING_SECONDS = 1
/** Searches while attempts that began before the last failure are still running. */
const MAX_SEARCHES = 6

export interface Effects {
  readonly clock: Clock
  /** Sends the mail that the owner of a webhook is to get. */
  readonly notify?: (webhook: WebhookItem) => Promise<void>
}

/**
 * Disables a webhook whose last 20 outcomes are failures without a success in between. Call it after the failure of a
 * delivery is recorded; it is idempotent. It only sends the message of a search for a success. While a search is
 * running, it sends none: the outcomes are read again after the search, so no failure is missed.
 */
export async function disableAfterFailures(
  webhook: WebhookItem,
  reference: DeliveryReference,
  effects: Effects,
): Promise<void> {
  const outcomes = await listFinalOutcomes(webhook.id)
  const run = findFailureRun(outcomes, webhook)
  if (!run) return await warnOwner(webhook, outcomes, effects)
  const since = effects.clock()
  // Read after the failure was recorded.
  const current = await findWebhook(webhook.organizationId, webhook.id)
  if (!current?.enabled || (current.checkUntil ?? 0) > since) return
  await sendSearch({ ...reference, search: { from: firstIdAt(searchedSince(run)), since, searches: 1 } }, 0)
}

/** A message that continues a search, and its webhook as it is now. */
export interface SearchRequest {
  readonly webhook: WebhookItem | null
  readonly reference: DeliveryReference
  readonly search: NonNullable<DeliveryReference['search']>
}

/**
 * Makes one search for a success, in a message of its own, because it can take seconds. Then disables the webhook, or
 * sends the message of the next search: a success can still be recorded, and a log can be too long for one search.
 */
export async function continueSearch({ webhook, reference, search }: SearchRequest, effects: Effects): Promise<void> {
  const { clock, notify } = effects
  const checked = webhook && (await beginCheck(webhook, `${reference.deliveryId} ${search.since}`, clock()))
  if (!checked) return
  const run = findFailureRun(await listFinalOutcomes(checked.id), checked)
  const found = run && (await searchSuccess(checked, run, search, clock))
  if (!run || (await recordSuccess(checked.id, found?.success)) || !found) {
    await endCheck(checked)
    return await disableAfterFailures(checked, reference, effects)
  }
  const { searches } = search
  const { from, attempted, isComplete } = found
  if (isComplete && (searches === MAX_SEARCHES || (searches > 1 && !attempted))) {
    const disabled = await disable(checked, run, clock())
    if (disabled) return await notify?.(disabled)
    await endCheck(checked)
    return await disableAfterFailures(checked, reference, effects)
  }
  const next = { ...search, from, searches: isComplete ? searches + 1 : searches }
  await sendSearch({ ...reference, search: next }, isComplete ? RECORDING_SECONDS : 0)
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
  const run = { first, last }
  const search = { from: firstIdAt(searchedSince(run)), since: now }
  const { success, isComplete } = await searchSuccess({ id, shards: webhook.shards }, run, search, clock)
  if ((await recordSuccess(id, success)) || !isComplete) return
  const write = WebhookEntity.patch({ organizationId, id })
    .set({ warnedFor: first.deliveryId, noticeKind: 'failing', noticeAt: now })
    .where(
      (stored, { eq, ne, notExists }) =>
        `${eq(stored.enabled, true)} AND (${notExists(stored.warnedFor)} OR ${ne(stored.warnedFor, first.deliveryId)})`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  const { isWritten, item } = await writeOnce(
    write,
    ({ warnedFor, noticeAt }) => warnedFor === first.deliveryId && noticeAt === now,
  )
  if (isWritten && item) await notify(item)
}

/** Stores the outcome of a success, so that the next check finds it without a search. Returns whether there is one. */
async function recordSuccess(webhookId: string, success: SearchedDelivery | undefined): Promise<boolean> {
  if (success?.finishedAt === undefined) return false
  const { id: deliveryId, createdAt: begunAt, finishedAt } = success
  await writeFinalOutcome(webhookId, { deliveryId, kind: 'delivered', begunAt, finishedAt })
  return true
}

/**
 * Locks the check of a webhook for one search and returns the webhook. Returns undefined if the webhook is disabled, or
 * if another search has the lock. The messages of one search lock it again. The lock is acquired by a message, and not
 * before one is sent, so that no crash leaves a lock without a search.
 */
async function beginCheck(
  { organizationId, id }: WebhookItem,
  checkedBy: string,
  now: EpochMs,
): Promise<WebhookItem | undefined> {
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ checkedBy, checkUntil: now + LEASE_MILLISECONDS })
    .where((stored, operations) => {
      const { eq } = operations
      const free = [isUnclaimed(stored.checkUntil, now, operations), eq(stored.checkedBy, checkedBy)]
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

/**
 * Disables the webhook unless it was disabled or enabled in the meantime, with its entry in the audit log. Returns it if
 * it was disabled.
 */
async function disable(
  { organizationId, id, name }: WebhookItem,
  { first, last }: FailureRun,
  now: EpochMs,
): Promise<WebhookItem | undefined> {
  const audit = { organizationId, action: 'disable_automatically', object: 'webhook', objectId: id } as const
  const entry = { ...newEntry({ ...audit, objectName: name }), outcome: 'done' } as const
  const isWritten = await transact({ webhooks: WebhookEntity, entries: AuditEntity }, ({ webhooks, entries }) => [
    webhooks
      .patch({ organizationId, id })
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
      .commit(),
    entries.create(entry).commit(),
  ])
  if (!isWritten) return undefined
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
  return (await findWebhook(organizationId, id)) ?? undefined
}
