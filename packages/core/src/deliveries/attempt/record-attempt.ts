import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { DELETE, type Fate, LATER } from '../../platform/queues/consume.ts'
import { settings } from '../../platform/settings.ts'
import { writeOnce } from '../../platform/table/write-once.ts'
import { type AttemptRecord, DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { disableAfterFailures, type Effects } from '../disabling/auto-disable.ts'
import { finalOutcomeOf } from '../disabling/failure-run.ts'
import { writeFinalOutcome } from '../disabling/final-outcome-entity.ts'
import { failedEntry } from '../index-range.ts'
import { isSlowAt } from '../webhooks/slow-endpoints.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { DueAttempt } from './attempt-delivery.ts'
import { attemptRecord } from './attempt-record.ts'
import { logAttempt } from './log-attempt.ts'
import { attemptOfRound } from './plan-attempt.ts'
import { sendRetry } from './retry-message.ts'
import type { Sent } from './send.ts'
import { fateAfter, judgeAttempt, type Verdict } from './verdict.ts'

/** Records what an attempt resulted in, sends the message of its retry, and returns what to do with its own message. */
export async function recordSent(
  { reference, message, delivery, webhook }: DueAttempt,
  sent: Sent,
  effects: Effects,
): Promise<Fate> {
  const { clock } = effects
  const { payload, answer, isSlow } = sent
  const number = delivery.attemptCount + 1
  const verdict = judgeAttempt(answer.outcome, attemptOfRound(delivery), settings.RETRY_DELAYS_SECONDS)
  const endedAt = clock()
  logAttempt({ delivery, payload, number, answer, verdict, endedAt })
  const isFirst = number === 1 && message.afterAttempt === undefined
  const relayedAfterMs = isFirst ? message.relayedAt - delivery.createdAt : undefined
  const attempt = attemptRecord(delivery, sent, verdict, relayedAfterMs)
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
  const isDelivered = recorded.delivery?.status === 'delivered'
  if (recorded.delivery && (isDelivered || !recorded.overtaken))
    await countOutcome(recorded.delivery, { reference, webhook }, effects)
  if (!recorded.delivery || isDelivered) return DELETE
  if (recorded.overtaken) return LATER
  return fateAfter(verdict, { isRetrySent: Boolean(retry), msSinceEnd: clock() - endedAt })
}

/**
 * Counts a recorded outcome towards the webhook's failures, and disables the webhook after too many consecutive ones.
 * It depends only on the delivery, is idempotent, and runs again with a repeated message, so a crash loses nothing.
 */
export async function countOutcome(
  delivery: DeliveryItem,
  { reference, webhook }: { readonly reference: DeliveryReference; readonly webhook: WebhookItem | null },
  effects: Effects,
): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, reference, effects)
}

interface MadeAttempt {
  readonly delivery: DeliveryItem
  readonly attempt: AttemptRecord
  readonly verdict: Verdict
  /** When the attempt ended. */
  readonly endedAt: EpochMs
  /** The message that carries the delivery until the next attempt. */
  readonly carrier: string
}

/** `overtaken` means that another worker's outcome was kept. `delivery` is as stored, or null if it does not exist. */
interface Recorded {
  readonly overtaken: boolean
  readonly delivery: DeliveryItem | null
}

/**
 * Records an attempt. Another worker may have recorded one in the meantime: after a lease expired, or when two workers
 * made the first attempt (`lease.ts`). A success then replaces the outcome, because `delivered` beats every
 * other outcome. Any other outcome only adds the attempt to the list, because the other worker continues the delivery.
 * Such a copy uses up no retry.
 */
async function recordAttempt(made: MadeAttempt): Promise<Recorded> {
  const { delivery, verdict } = made
  const written = await write(made, outcomeChange(made), verdict.kind === 'delivered' ? [delivery.status] : PENDING)
  const { item: newer } = written
  if (written.isWritten || !newer) return { overtaken: false, delivery: newer }
  const isOpen = verdict.kind === 'delivered' ? newer.status !== 'delivered' : isUnchanged(newer, delivery)
  if (isOpen) return await recordAttempt({ ...made, delivery: newer })
  return await addAttempt({ ...made, delivery: newer })
}

async function addAttempt(made: MadeAttempt): Promise<Recorded> {
  const copies = (made.delivery.copies ?? 0) + 1
  const written = await write(made, { set: { copies }, removed: ['changedFrom'] }, ANY)
  const { item: newer } = written
  if (written.isWritten || !newer) return { overtaken: true, delivery: newer }
  return await addAttempt({ ...made, delivery: newer })
}

function isUnchanged(newer: DeliveryItem, { attemptCount }: DeliveryItem): boolean {
  return newer.status === 'pending' && newer.attemptCount === attemptCount
}

const ANY: readonly DeliveryItem['status'][] = ['pending', 'failed', 'delivered']
const PENDING: readonly DeliveryItem['status'][] = ['pending']

/** Adds the attempt and makes the change if no other attempt was recorded and the delivery has one of `statuses`. */
async function write(
  { delivery, attempt }: MadeAttempt,
  {
    set,
    removed,
  }: ReturnType<typeof outcomeChange> | { readonly set: object; readonly removed: readonly ['changedFrom'] },
  statuses: readonly DeliveryItem['status'][],
) {
  const { webhookId, shard, id, attemptCount } = delivery
  const write = DeliveryEntity.patch({ webhookId, shard, id })
    .set({ ...set, attemptCount: attemptCount + 1 })
    .remove([...removed])
    .append({ attempts: [attempt] })
    .where(
      (stored, { eq }) =>
        `${eq(stored.attemptCount, attemptCount)} AND (${statuses.map((one) => eq(stored.status, one)).join(' OR ')})`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  return await writeOnce(write, ({ attempts = [] }) =>
    attempts.some(({ at, durationMs }) => at === attempt.at && durationMs === attempt.durationMs),
  )
}

function outcomeChange({ delivery, verdict, endedAt, carrier }: MadeAttempt) {
  switch (verdict.kind) {
    case 'retry': {
      const nextAttemptAt = endedAt + verdict.delaySeconds * 1000
      return { set: { nextAttemptAt, carrier }, removed: ['leaseUntil', 'changedFrom'] as const }
    }
    case 'failed': {
      const { cause, exhausted } = verdict
      const set = {
        status: 'failed' as const,
        cause,
        exhausted,
        changedFrom: 'pending' as const,
        finishedAt: endedAt,
        ...failedEntry(delivery, endedAt),
      }
      return { set, removed: ['leaseUntil', 'carrier', 'nextAttemptAt'] as const }
    }
    case 'delivered': {
      const changedFrom = (delivery.status === 'failed' && delivery.cause) || ('pending' as const)
      const set = { status: 'delivered' as const, changedFrom, finishedAt: endedAt }
      const pending = ['leaseUntil', 'carrier', 'nextAttemptAt', 'out'] as const
      return { set, removed: [...pending, 'cause', 'exhausted', 'failedIn', 'failedAt'] as const }
    }
  }
}
