import type { StepReference } from '@messaging/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { type Clock, derivedTimeId, expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { consume, DELETE } from '../../platform/queues/consume.ts'
import { refusals } from '../../platform/table/transact.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { replayedOf } from '../index-range.ts'
import { listNotReplayed } from '../list-failed.ts'
import { copyDelivery, type NewDelivery, writePayload } from '../new-delivery.ts'
import { findWebhook, WebhookEntity } from '../webhooks/webhook-entity.ts'
import { ReplayEntity, type ReplayItem, ReplayStepEntity, STEP_DAYS } from './replay-entity.ts'
import { findReplay, stepMessage, stopReplay } from './replays.ts'

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

/** Runs the step of each message of a batch. */
export async function handleStepBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  return await consume(event, 'replays', { failure: 'replay.failed' }, async (reference) => {
    await handleStep(reference, clock)
    return DELETE
  })
}

/**
 * Runs one step of a bulk replay in one transaction: copies the next deliveries, marks them as replayed, advances the
 * replay and requests the next step. Does nothing if the step is done or the replay has ended.
 */
async function handleStep(reference: StepReference, clock: Clock): Promise<void> {
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

/**
 * Builds a copy of now. A step that repeats builds another one, but its transaction is written once. A payload that it
 * leaves is found by its conversation.
 */
async function pairOf({ organizationId, id }: ReplayItem, origin: DeliveryItem, now: number): Promise<Pair> {
  const copy = await copyDelivery(origin, {
    id: derivedTimeId(now, 'replay', id, origin.id),
    organizationId,
    at: now,
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
async function writeStep(replay: ReplayItem, pairs: readonly Pair[], last: string | undefined, now: number) {
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
