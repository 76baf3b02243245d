import { validate as isUuid } from 'uuid'
import { isLive } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import { ReplayEntity, type ReplayItem } from './replay-entity.ts'

/** Returns a stored bulk replay with a strongly consistent read, or null if it does not exist. */
export async function findReplay(organizationId: string, webhookId: string, id: string): Promise<ReplayItem | null> {
  const { data } = await ReplayEntity.get({ organizationId, webhookId, id }).go({ consistent: true })
  return data
}

/** Returns a replay with `replayed` of `total`. Throws 404 if unknown, expired or foreign. `now` in milliseconds. */
export async function getReplay(
  organizationId: string,
  webhookId: string,
  id: string,
  now: number,
): Promise<ReplayItem> {
  const replay = isUuid(webhookId) && isUuid(id) ? await findReplay(organizationId, webhookId, id) : null
  if (!replay || !isLive(replay, now)) throw notFound('replay')
  return replay
}

const MAX_LISTED = 50

/** Returns a webhook's latest bulk replays, newest first, at most 50. Throws 404 for an unknown or foreign webhook. */
export async function listReplays(organizationId: string, webhookId: string, now: number): Promise<ReplayItem[]> {
  await getWebhook(organizationId, webhookId)
  const { data } = await ReplayEntity.query
    .byId({ organizationId, webhookId })
    .go({ limit: MAX_LISTED, order: 'desc', consistent: true })
  return data.filter((replay) => isLive(replay, now))
}
