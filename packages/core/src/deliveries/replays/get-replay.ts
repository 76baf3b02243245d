import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import { ReplayEntity, type ReplayItem } from './replay-entity.ts'

/** A bulk replay as it is stored, read strongly; null when there is none. */
export async function findReplay(organizationId: string, webhookId: string, id: string): Promise<ReplayItem | null> {
  const { data } = await ReplayEntity.get({ organizationId, webhookId, id }).go({ consistent: true })
  return data
}

/** A bulk replay and how far it is: `replayed` of `total`. 404 for an unknown, expired or foreign one. `now` in milliseconds. */
export async function getReplay(
  organizationId: string,
  webhookId: string,
  id: string,
  now: number,
): Promise<ReplayItem> {
  const replay = isUuid(webhookId) && isUuid(id) ? await findReplay(organizationId, webhookId, id) : null
  if (!replay || replay.expiresAt <= now / 1000) throw notFound('replay')
  return replay
}

/** Replays that a list shows at most. */
const LISTED = 50

/** A webhook's latest bulk replays, the newest first, at most 50. 404 for an unknown or foreign webhook. */
export async function listReplays(organizationId: string, webhookId: string, now: number): Promise<ReplayItem[]> {
  await getWebhook(organizationId, webhookId)
  const { data } = await ReplayEntity.query
    .byId({ organizationId, webhookId })
    .go({ limit: LISTED, order: 'desc', consistent: true })
  return data.filter(({ expiresAt }) => expiresAt > now / 1000)
}
