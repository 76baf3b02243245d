import { createWriteTransaction } from 'electrodb'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { WebhookEntity } from '../webhooks/webhook-entity.ts'
import { getReplay } from './get-replay.ts'
import { type CANCEL_REASONS, ReplayEntity, type ReplayItem } from './replay-entity.ts'

/** Stops a replay that has not ended. Replayed ones stay. Throws 404 if unknown or foreign. `now` in milliseconds. */
export async function cancelReplay(
  organizationId: string,
  webhookId: string,
  id: string,
  now: number,
): Promise<ReplayItem> {
  const replay = await getReplay(organizationId, webhookId, id, now)
  if (replay.status !== 'running') return replay
  await stopReplay(replay, 'requested', now)
  return await getReplay(organizationId, webhookId, id, now)
}

/** Cancels a replay unless it has ended, so that its webhook can start another. */
export async function stopReplay(
  { organizationId, webhookId, id }: ReplayItem,
  cancelReason: (typeof CANCEL_REASONS)[number],
  now: number,
): Promise<void> {
  const transaction = createWriteTransaction(
    { replays: ReplayEntity, webhooks: WebhookEntity },
    ({ replays, webhooks }) => [
      replays
        .patch({ organizationId, webhookId, id })
        .set({ status: 'cancelled', cancelReason, finishedAt: now, updatedAt: now })
        .where(({ status }, { eq }) => eq(status, 'running'))
        .commit(),
      webhooks.patch({ organizationId, id: webhookId }).remove(['replayId']).commit(),
    ],
  )
  if (await transact(() => transaction.go()))
    log('replay.cancelled', { organizationId, webhookId, replayId: id, reason: cancelReason })
}
