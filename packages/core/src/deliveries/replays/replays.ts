import type { EventName } from '@replywright/contract/envelope.ts'
import type { BulkReplay, Replay } from '@replywright/contract/replays.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { validate as isUuid } from 'uuid'
import {
  type Clock,
  derivedTimeId,
  expiryAfter,
  isLive,
  isoTime,
  newId,
  timeOfId,
  timeOrNull,
} from '../../platform/clock.ts'
import { conflict, invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { consume, DELETE } from '../../platform/queues/consume.ts'
import { transact } from '../../platform/table/transact.ts'
import { COUNTED_AT_MOST, countNotReplayed, type FailedQuery } from '../list-failed.ts'
import { findWebhook, getWebhook, listWebhooks, WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { handleStep, stopReplay } from './handle-step.ts'
import { findReplay, REPLAY_DAYS, ReplayEntity, type ReplayItem, stepMessage } from './replay-entity.ts'
import { type ReplayResults, readResults } from './results.ts'

/** Returns a replay with `replayed` of `total`. Throws 404 if unknown, expired or foreign. */
export async function getReplay(
  organizationId: string,
  webhookId: string,
  id: string,
  now: EpochMs,
): Promise<ReplayItem> {
  const replay = isUuid(webhookId) && isUuid(id) ? await findReplay(organizationId, webhookId, id) : null
  if (!replay || !isLive(replay, now)) throw notFound('replay')
  return replay
}

const MAX_LISTED = 50

/** Returns a webhook's latest bulk replays, newest first, at most 50. Throws 404 for an unknown or foreign webhook. */
export async function listReplays(organizationId: string, webhookId: string, now: EpochMs): Promise<ReplayItem[]> {
  await getWebhook(organizationId, webhookId)
  const { data } = await ReplayEntity.query
    .byId({ organizationId, webhookId })
    .go({ limit: MAX_LISTED, order: 'desc', consistent: true })
  return data.filter((replay) => isLive(replay, now))
}

/** The deliveries of a bulk replay: those that failed between `since` and `until`, both included. */
interface ReplayQuery {
  readonly since: EpochMs
  /** @default now */
  readonly until?: EpochMs
  readonly event?: EventName
}

/** Returns the range of a replay that starts now. It does not include later failures, so that the replay ends. */
function rangeAt({ since, until, event }: ReplayQuery, now: EpochMs): FailedQuery {
  return { since, until: Math.min(until ?? now, now), event }
}

/**
 * Returns how many deliveries a bulk replay would replay: failed in the range and not replayed. Exact below 10,000,
 * otherwise that many `orMore`. Throws 404 for an unknown or foreign webhook.
 */
export async function countFailed(
  organizationId: string,
  webhookId: string,
  query: ReplayQuery,
  now: EpochMs,
): Promise<{ count: number; orMore: boolean }> {
  await getWebhook(organizationId, webhookId)
  return countOf(await countNotReplayed(webhookId, rangeAt(query, now), now))
}

function countOf(count: number): { count: number; orMore: boolean } {
  return { count, orMore: count >= COUNTED_AT_MOST }
}

/**
 * Starts a bulk replay of the deliveries that `countFailed` counts, about 25 per second, once for each `id`. `total` is
 * their number, if the caller has counted them at `now`. Throws 404 for an unknown or foreign webhook. Throws 409 if
 * another replay of the webhook is running or the webhook is disabled.
 */
export async function startReplay(
  organizationId: string,
  webhookId: string,
  query: ReplayQuery,
  now: EpochMs,
  { id = newId(), total }: { readonly id?: string; readonly total?: number | undefined } = {},
): Promise<ReplayItem> {
  const webhook = await findWebhook(organizationId, webhookId)
  const started = webhook && (await findReplay(organizationId, webhookId, id))
  if (started) return started
  assertStartable(webhook)
  const begun = { organizationId, webhookId, id, step: 0 }
  const range = rangeAt(query, now)
  const replay = {
    ...begun,
    ...range,
    status: 'running' as const,
    total: total ?? (await countNotReplayed(webhookId, range, now)),
    replayed: 0,
    counted: range.event !== 'test.ping',
    startedAt: now,
    updatedAt: now,
    expiresAt: expiryAfter(now, REPLAY_DAYS),
    out: stepMessage(begun),
  }
  const isWritten = await transact({ replays: ReplayEntity, webhooks: WebhookEntity }, ({ replays, webhooks }) => [
    replays.create(replay).commit(),
    webhooks
      .patch({ organizationId, id: webhookId })
      .set({ replayId: id })
      .where(({ enabled, replayId }, { eq, notExists }) => `${eq(enabled, true)} AND ${notExists(replayId)}`)
      .commit(),
  ])
  if (!isWritten) {
    // A repeat of the request can run at the same time.
    const written = await findReplay(organizationId, webhookId, id)
    if (written) return written
    assertStartable(await findWebhook(organizationId, webhookId))
    throw conflict('changed_concurrently', 'The webhook was changed concurrently. Try again.')
  }
  log('replay.started', { organizationId, webhookId, replayId: id, since: replay.since, total: replay.total })
  return replay
}

function assertStartable(webhook: WebhookItem | null): asserts webhook is WebhookItem {
  if (!webhook) throw notFound('webhook')
  if (!webhook.enabled)
    throw conflict(
      'webhook_disabled',
      `The webhook is disabled, so every replay would fail again. Enable it first: POST /api/v1/webhooks/${webhook.id}/enable/.`,
    )
  if (webhook.replayId)
    throw conflict(
      'replay_running',
      `Replay ${webhook.replayId} of this webhook is running. Wait until it ends, or cancel it.`,
    )
}

interface BulkReplayQuery extends ReplayQuery {
  /** Only this webhook; otherwise all of the organisation. */
  readonly webhookId?: string
  /** Whether to count the deliveries only. */
  readonly dryRun: boolean
}

type Part = BulkReplay['webhooks'][number]

/**
 * Starts a bulk replay of each webhook with failed deliveries in the range, or counts them with `dryRun`: 10,000 at
 * most for all webhooks, an equal share for each, so that the cost does not depend on their number. The ids of the
 * replays derive from `requestId`, which sorts by time, so a repeated request starts no second replay. Throws 400 for
 * an unknown or foreign webhook.
 */
export async function bulkReplay(
  organizationId: string,
  query: BulkReplayQuery,
  requestId: string,
  now: EpochMs,
): Promise<BulkReplay> {
  const { webhookId } = query
  const webhooks = await listWebhooks(organizationId)
  const wanted = webhooks.filter(({ id }) => webhookId === undefined || id === webhookId)
  if (webhookId !== undefined && wanted.length === 0)
    throw invalidField('webhookId', 'no such webhook, or it belongs to another organisation')
  const atMost = Math.floor(COUNTED_AT_MOST / Math.max(1, wanted.length))
  const parts = await Promise.all(
    wanted.map((webhook) => {
      const replayId = derivedTimeId(timeOfId(requestId), 'bulk replay', requestId, webhook.id)
      return query.dryRun
        ? countPart(webhook, query, atMost, now)
        : startPart(webhook, query, { replayId, atMost }, now)
    }),
  )
  return { webhooks: parts.filter(({ count }) => count > 0) }
}

async function countPart(webhook: WebhookItem, query: ReplayQuery, atMost: number, now: EpochMs): Promise<Part> {
  const { id: webhookId, name: webhookName, enabled, replayId } = webhook
  const count = await countNotReplayed(webhookId, rangeAt(query, now), now, atMost)
  const refusal = refusalOf({ enabled, replayId })
  return { webhookId, webhookName, count, orMore: count >= atMost, refusal, replay: null }
}

async function startPart(
  webhook: WebhookItem,
  query: ReplayQuery,
  { replayId, atMost }: { readonly replayId: string; readonly atMost: number },
  now: EpochMs,
): Promise<Part> {
  const { organizationId, id: webhookId } = webhook
  const [part, started] = await Promise.all([
    countPart(webhook, query, atMost, now),
    findReplay(organizationId, webhookId, replayId),
  ])
  if (started) return { ...part, ...countOf(started.total), refusal: null, replay: await viewReplay(started) }
  if (part.refusal || part.count === 0) return part
  try {
    // A count that reached the share of the webhook is not the total of its replay.
    const total = part.count < atMost || atMost === COUNTED_AT_MOST ? part.count : undefined
    const replay = await startReplay(organizationId, webhookId, query, now, { id: replayId, total })
    return { ...part, ...countOf(replay.total), replay: await viewReplay(replay) }
  } catch (error) {
    // The webhook was disabled, or another replay was started, since it was read.
    if (error instanceof ServiceError && error.code === 'conflict') return { ...part, refusal: 'running' }
    throw error
  }
}

function refusalOf({ enabled, replayId }: Pick<WebhookItem, 'enabled' | 'replayId'>): Part['refusal'] {
  if (!enabled) return 'disabled'
  return replayId === undefined ? null : 'running'
}

/** Stops a replay that has not ended. Replayed ones stay. Throws 404 if unknown or foreign. */
export async function cancelReplay(
  organizationId: string,
  webhookId: string,
  id: string,
  now: EpochMs,
): Promise<ReplayItem> {
  const replay = await getReplay(organizationId, webhookId, id, now)
  if (replay.status !== 'running') return replay
  await stopReplay(replay, 'requested', now)
  return await getReplay(organizationId, webhookId, id, now)
}

/** Returns a replay as the API does, with the results so far. */
export async function viewReplay(replay: ReplayItem): Promise<Replay> {
  const resultsOf = await readResults([replay])
  return replayView(replay, resultsOf(replay))
}

/** Returns replays of one webhook as the API does, with the results so far. */
export async function viewReplays(replays: readonly ReplayItem[]): Promise<Replay[]> {
  const resultsOf = await readResults(replays)
  return replays.map((replay) => replayView(replay, resultsOf(replay)))
}

export function replayView(replay: ReplayItem, results: ReplayResults): Replay {
  const {
    id,
    webhookId,
    since,
    until,
    event,
    status,
    cancelReason,
    total,
    replayed,
    startedAt,
    updatedAt,
    finishedAt,
  } = replay
  return {
    id,
    webhookId,
    since: isoTime(since),
    until: isoTime(until),
    event: event ?? null,
    status,
    cancelReason: cancelReason ?? null,
    total,
    replayed,
    ...results,
    startedAt: isoTime(startedAt),
    updatedAt: isoTime(updatedAt),
    finishedAt: timeOrNull(finishedAt),
  }
}

/** Runs the step of each message of a batch. */
export async function handleStepBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  return await consume(event, 'replays', { failure: 'replay.failed' }, async (reference) => {
    await handleStep(reference, clock)
    return DELETE
  })
}
