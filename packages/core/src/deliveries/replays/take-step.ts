import type { StepReference } from '@messaging/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { createWriteTransaction } from 'electrodb'
import { type Clock, derivedTimeId, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { consume } from '../../platform/queues/consume.ts'
import { DELETE } from '../../platform/queues/fate.ts'
import { refusals } from '../../platform/table/transact.ts'
import { DeliveryEntity, type DeliveryItem } from '../deliveries/delivery-entity.ts'
import { replayedOf } from '../deliveries/failed-index.ts'
import { listNotReplayed } from '../deliveries/list-failed.ts'
import { copyDelivery, type NewDelivery, writePayload } from '../deliveries/new-delivery.ts'
import { findWebhook } from '../webhooks/get-webhook.ts'
import { WebhookEntity } from '../webhooks/webhook-entity.ts'
import { stopReplay } from './cancel-replay.ts'
import { findReplay } from './get-replay.ts'
import { ReplayEntity, type ReplayItem, ReplayStepEntity, STEP_DAYS } from './replay-entity.ts'
import { stepMessage } from './step-message.ts'

/** Two writes for each and two more are one transaction, of at most 100; what is read for them is at most 1 MB, of its 4 MB. */
const DELIVERIES_A_STEP = 25

/** A failed delivery and the fresh copy that shall be sent. */
interface Pair {
  readonly origin: DeliveryItem
  readonly copy: NewDelivery
}

/** Makes the step of each message of a batch. */
export async function takeStepBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  return await consume(event, 'replays', { failure: 'replay.failed' }, async (reference) => {
    await takeStep(reference, clock)
    return DELETE
  })
}

/**
 * Makes one step of a bulk replay: copies the next deliveries, marks them, moves the replay on and asks for the next step, all in
 * one transaction. A step that was made already, or whose replay has ended, does nothing.
 */
async function takeStep(reference: StepReference, clock: Clock): Promise<void> {
  const { organizationId, webhookId, replayId, step } = reference
  const [replay, webhook] = await Promise.all([
    findReplay(organizationId, webhookId, replayId),
    findWebhook(organizationId, webhookId),
  ])
  if (replay?.status !== 'running' || replay.step !== step) return
  if (!webhook?.enabled) return await stopReplay(replay, 'webhook_disabled', clock())
  const next = { after: replay.cursor, limit: DELIVERIES_A_STEP, now: clock() }
  const { deliveries, last } = await listNotReplayed(webhookId, replay, next)
  let pairs = await Promise.all(deliveries.map((origin) => pairOf(replay, origin)))
  for (;;) {
    const refused = await refusals(() => writeStep(replay, pairs, last, clock()))
    if (refused.includes(REPLAY_PLACE)) return
    if (refused.length === 0) return logStep(replay, pairs.length, last === undefined)
    // They were replayed or redriven since the index was read.
    const left = pairs.filter((_, index) => !refused.some((place) => pairOfPlace(place) === index))
    if (left.length === pairs.length) throw new Error(`step ${step} of replay ${replayId} was refused`)
    pairs = left
  }
}

/** A repeated step makes the same copies: their id and time follow from the replay as the step before left it. */
async function pairOf({ organizationId, webhookId, id, updatedAt }: ReplayItem, origin: DeliveryItem): Promise<Pair> {
  const copy = await copyDelivery(origin, {
    id: derivedTimeId(updatedAt, 'replay', id, origin.id),
    organizationId,
    at: updatedAt,
    // A group of its own, so that the webhook's live deliveries do not wait behind it.
    group: `replay:${webhookId}`,
  })
  await writePayload(copy)
  return { origin, copy }
}

const REPLAY_PLACE = 0
const FIRST_PAIR_PLACE = 2

function pairOfPlace(place: number): number {
  return Math.floor((place - FIRST_PAIR_PLACE) / 2)
}

/** `last` is the place in the index up to which the step comes; undefined ends the replay. */
async function writeStep(replay: ReplayItem, pairs: readonly Pair[], last: string | undefined, now: number) {
  const { organizationId, webhookId, id } = replay
  const step = replay.step + 1
  const change =
    last === undefined ? { status: 'done' as const, finishedAt: now } : { status: 'running' as const, cursor: last }
  const transaction = createWriteTransaction(
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
          .where(
            ({ failedIn, failedAt }, { eq }) =>
              `${eq(failedIn, origin.failedIn ?? '')} AND ${eq(failedAt, origin.failedAt ?? '')}`,
          )
          .commit(),
        deliveries.create(copy.delivery).commit(),
      ]),
    ],
  )
  return await transaction.go()
}

function logStep({ organizationId, webhookId, id, step, replayed }: ReplayItem, taken: number, isDone: boolean): void {
  const facts = { organizationId, webhookId, replayId: id, step, taken, replayed: replayed + taken }
  log(isDone ? 'replay.done' : 'replay.stepped', facts, { Replays: taken })
}
