import { createWriteTransaction } from 'electrodb'
import { expiryAfter, newId } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { countNotReplayed } from '../deliveries/list-failed.ts'
import { findWebhook, getWebhook } from '../webhooks/get-webhook.ts'
import { WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { REPLAY_DAYS, ReplayEntity, type ReplayItem } from './replay-entity.ts'
import { stepMessage } from './step-message.ts'

/** The deliveries of a bulk replay: those that failed at `since` or later, in milliseconds. */
export interface ReplayQuery {
  readonly since: number
}

/**
 * Returns how many deliveries a bulk replay would replay: failed since `since` and not replayed. Exact below 10,000;
 * 10,000 means that many or more. Throws 404 for an unknown or foreign webhook. `now` in milliseconds.
 */
export async function countFailed(
  organizationId: string,
  webhookId: string,
  { since }: ReplayQuery,
  now: number,
): Promise<number> {
  await getWebhook(organizationId, webhookId)
  return await countNotReplayed(webhookId, { since, until: now }, now)
}

/**
 * Starts a bulk replay of the deliveries that `countFailed` counts, about 25 per second. Throws 404 for an unknown or
 * foreign webhook. Throws 409 if another replay of the webhook is running or the webhook is disabled.
 */
export async function startReplay(
  organizationId: string,
  webhookId: string,
  { since }: ReplayQuery,
  now: number,
): Promise<ReplayItem> {
  assertStartable(await findWebhook(organizationId, webhookId))
  const begun = { organizationId, webhookId, id: newId(), step: 0 }
  const replay = {
    ...begun,
    since,
    until: now,
    status: 'running' as const,
    total: await countNotReplayed(webhookId, { since, until: now }, now),
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
        .set({ replayId: replay.id })
        .where(({ enabled, replayId }, { eq, notExists }) => `${eq(enabled, true)} AND ${notExists(replayId)}`)
        .commit(),
    ],
  )
  if (!(await transact(() => transaction.go()))) {
    assertStartable(await findWebhook(organizationId, webhookId))
    throw new ServiceError('conflict', 'The webhook was changed concurrently. Try again.')
  }
  log('replay.started', { organizationId, webhookId, replayId: replay.id, since, total: replay.total })
  return replay
}

function assertStartable(webhook: WebhookItem | null): asserts webhook is WebhookItem {
  if (!webhook) throw notFound('webhook')
  if (!webhook.enabled)
    throw new ServiceError('conflict', 'The webhook is disabled, so every replay would fail again. Enable it first.')
  if (webhook.replayId)
    throw new ServiceError(
      'conflict',
      `Replay ${webhook.replayId} of this webhook is running. Wait until it ends, or cancel it.`,
    )
}
