import type { StepReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { type Clock, derivedTimeId, expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { refusals, transact } from '../../platform/table/transact.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { replayedOf } from '../index-range.ts'
import { listNotReplayed } from '../list-failed.ts'
import { copyDelivery, type NewDelivery, writePayload } from '../new-delivery.ts'
import { findWebhook, WebhookEntity } from '../webhooks/webhook-entity.ts'
import {
  type CANCEL_REASONS,
  findReplay,
  ReplayEntity,
  type ReplayItem,
  ReplayStepEntity,
  STEP_DAYS,
  stepMessage,
} from './replay-entity.ts'

/**
 * Two writes for each delivery and two more are one transaction of at most 100 writes. Its items have at most 1 MB, of
 * the 4 MB allowed.
 */
const DELIVERIES_A_STEP = 25

/** A failed delivery and the copy to send. */
interface Pair {
  readonly origin: DeliveryItem
  readonly copy: NewDelivery
}

/**
 * Runs one step of a bulk replay in one transaction: copies the next deliveries, marks them as replayed, advances the
 * replay and requests the next step. Does nothing if the step is done or the replay has ended.
 */
export async function handleStep(reference: StepReference, clock: Clock): Promise<void> {
  const { organizationId, webhookId, replayId, step } = reference
  const [replay, webhook] = await Promise.all([
    findReplay(organizationId, webhookId, replayId),
    findWebhook(organizationId, webhookId),
  ])
  if (replay?.status !== 'running' || replay.step !== step) return
  if (!webhook?.enabled) return await stopReplay(replay, 'webhook_disabled', clock())
  const now = clock()
  const next = { after: replay.cursor, limit: DELIVERIES_A_STEP, now }
  const { deliveries, last } = await listNotReplayed(webhookId, replay, next)
  let pairs = await Promise.all(deliveries.map((origin) => pairOf(replay, origin, now)))
  for (;;) {
    const refused = await writeStep(replay, pairs, last, clock())
    if (refused.includes(REPLAY_POSITION)) return
    if (refused.length === 0) return logStep(replay, pairs.length, last === undefined)
    // The refused ones were replayed or redriven since the index was read.
    const left = pairs.filter((_, index) => !refused.some((position) => pairAt(position) === index))
    if (left.length === pairs.length) throw new InternalError(`step ${step} of replay ${replayId} was refused`)
    pairs = left
  }
}

/** Cancels a replay unless it has ended, so that its webhook can start another. */
export async function stopReplay(
  { organizationId, webhookId, id }: ReplayItem,
  cancelReason: (typeof CANCEL_REASONS)[number],
  now: EpochMs,
): Promise<void> {
  const isWritten = await transact({ replays: ReplayEntity, webhooks: WebhookEntity }, ({ replays, webhooks }) => [
    replays
      .patch({ organizationId, webhookId, id })
      .set({ status: 'cancelled', cancelReason, finishedAt: now, updatedAt: now })
      .where(({ status }, { eq }) => eq(status, 'running'))
      .commit(),
    webhooks.patch({ organizationId, id: webhookId }).remove(['replayId']).commit(),
  ])
  if (isWritten) log('replay.cancelled', { organizationId, webhookId, replayId: id, reason: cancelReason })
}

/**
 * Builds a copy of now. A step that repeats builds another one, but its transaction is written once. A payload that it
 * leaves is found by its conversation.
 */
async function pairOf({ organizationId, id }: ReplayItem, origin: DeliveryItem, now: EpochMs): Promise<Pair> {
  const copy = await copyDelivery(origin, {
    id: derivedTimeId(now, 'replay', id, origin.id),
    organizationId,
    at: now,
    replayId: id,
    // A separate group, so that the organisation's live deliveries do not wait behind the replay.
    group: `replay:${organizationId}`,
  })
  await writePayload(copy)
  return { origin, copy }
}

const REPLAY_POSITION = 0
const FIRST_PAIR_POSITION = 2

function pairAt(position: number): number {
  return Math.floor((position - FIRST_PAIR_POSITION) / 2)
}

/** Writes a step. `last` is the index position that the step reaches; undefined ends the replay. */
async function writeStep(replay: ReplayItem, pairs: readonly Pair[], last: string | undefined, now: EpochMs) {
  const { organizationId, webhookId, id } = replay
  const step = replay.step + 1
  const change =
    last === undefined ? { status: 'done' as const, finishedAt: now } : { status: 'running' as const, cursor: last }
  return await refusals(
    { replays: ReplayEntity, steps: ReplayStepEntity, webhooks: WebhookEntity, deliveries: DeliveryEntity },
    ({ replays, steps, webhooks, deliveries }) => [
      replays
        .patch({ organizationId, webhookId, id })
        .set({ ...change, step, replayed: replay.replayed + pairs.length, updatedAt: now })
        .where((stored, { eq }) => `${eq(stored.status, 'running')} AND ${eq(stored.step, replay.step)}`)
        .commit(),
      last === undefined
        ? webhooks.patch({ organizationId, id: webhookId }).remove(['replayId']).commit()
        : steps
            .create({
              replayId: id,
              step,
              expiresAt: expiryAfter(now, STEP_DAYS),
              out: stepMessage({ ...replay, step }),
            })
            .commit(),
      ...pairs.flatMap(({ origin, copy }) => [
        deliveries
          .patch({ webhookId, shard: origin.shard, id: origin.id })
          .set({ replayedAs: copy.delivery.id, failedIn: replayedOf(webhookId) })
          .remove(['changedFrom'])
          .where(
            ({ failedIn, failedAt }, { eq }) =>
              `${eq(failedIn, origin.failedIn ?? '')} AND ${eq(failedAt, origin.failedAt ?? '')}`,
          )
          .commit(),
        deliveries.create(copy.delivery).commit(),
      ]),
    ],
  )
}

function logStep({ organizationId, webhookId, id, step, replayed }: ReplayItem, taken: number, isDone: boolean): void {
  const facts = { organizationId, webhookId, replayId: id, step, taken, replayed: replayed + taken }
  log(isDone ? 'replay.done' : 'replay.stepped', facts, { Replays: taken })
}
