import type { EventName } from '@messaging/contract/envelope.ts'
import { createWriteTransaction } from 'electrodb'
import { expiryAfter, newId } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { countNotReplayed, type FailedQuery } from '../list-failed.ts'
import { findWebhook, getWebhook } from '../webhooks/get-webhook.ts'
import { WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { findReplay } from './get-replay.ts'
import { REPLAY_DAYS, ReplayEntity, type ReplayItem } from './replay-entity.ts'
import { stepMessage } from './step-message.ts'

/** The deliveries of a bulk replay: those that failed between `since` and `until`, in milliseconds, both included. */
export interface ReplayQuery {
  readonly since: number
  /** @default now */
  readonly until?: number
  readonly event?: EventName
}

/** Returns the range of a replay that starts now. It does not include later failures, so that the replay ends. */
export function rangeAt({ since, until, event }: ReplayQuery, now: number): FailedQuery {
  return { since, until: Math.min(until ?? now, now), event }
}

/**
 * Returns how many deliveries a bulk replay would replay: failed in the range and not replayed. Exact below 10,000;
 * 10,000 means that many or more. Throws 404 for an unknown or foreign webhook. `now` in milliseconds.
 */
export async function countFailed(
  organizationId: string,
  webhookId: string,
  query: ReplayQuery,
  now: number,
): Promise<number> {
  await getWebhook(organizationId, webhookId)
  return await countNotReplayed(webhookId, rangeAt(query, now), now)
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
  now: number,
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
    startedAt: now,
    updatedAt: now,
    expiresAt: expiryAfter(now, REPLAY_DAYS),
    out: stepMessage(begun),
  }
  const transaction = createWriteTransaction(
    { replays: ReplayEntity, webhooks: WebhookEntity },
    ({ replays, webhooks }) => [
      replays.create(replay).commit(),
      webhooks
        .patch({ organizationId, id: webhookId })
        .set({ replayId: id })
        .where(({ enabled, replayId }, { eq, notExists }) => `${eq(enabled, true)} AND ${notExists(replayId)}`)
        .commit(),
    ],
  )
  if (!(await transact(() => transaction.go()))) {
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
