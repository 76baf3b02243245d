import type { BulkReplay } from '@messaging/contract/replays.ts'
import { derivedTimeId, timeOfId } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { COUNTED_AT_MOST, countNotReplayed } from '../list-failed.ts'
import { listWebhooks } from '../webhooks/get-webhook.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { findReplay } from './get-replay.ts'
import type { ReplayItem } from './replay-entity.ts'
import { replayView } from './replay-view.ts'
import { type ReplayQuery, rangeAt, startReplay } from './start-replay.ts'

interface BulkReplayQuery extends ReplayQuery {
  /** Only this webhook; otherwise all of the organisation. */
  readonly webhookId?: string
  /** Whether to count the deliveries only. */
  readonly dryRun: boolean
}

type Part = BulkReplay['webhooks'][number]

/**
 * Starts a bulk replay of each webhook with failed deliveries in the range, or counts them with `dryRun`: 10,000 at
 * most for all webhooks, an equal share for each, so that the cost does not depend on their number. The ids of
 * the replays derive from `requestId`, which sorts by time, so a repeated request starts no second replay. Throws 400
 * for an unknown or foreign webhook. `now` in milliseconds.
 */
export async function bulkReplay(
  organizationId: string,
  query: BulkReplayQuery,
  requestId: string,
  now: number,
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

async function countPart(webhook: WebhookItem, query: ReplayQuery, atMost: number, now: number): Promise<Part> {
  const { id: webhookId, name: webhookName, enabled, replayId } = webhook
  const count = await countNotReplayed(webhookId, rangeAt(query, now), now, atMost)
  const refusal = refusalOf({ enabled, replayId })
  return { webhookId, webhookName, count, orMore: count >= atMost, refusal, replay: null }
}

async function startPart(
  webhook: WebhookItem,
  query: ReplayQuery,
  { replayId, atMost }: { readonly replayId: string; readonly atMost: number },
  now: number,
): Promise<Part> {
  const { organizationId, id: webhookId } = webhook
  const [part, started] = await Promise.all([
    countPart(webhook, query, atMost, now),
    findReplay(organizationId, webhookId, replayId),
  ])
  if (started) return { ...part, ...totalOf(started), refusal: null, replay: replayView(started) }
  if (part.refusal || part.count === 0) return part
  try {
    // A count that reached the share of the webhook is not the total of its replay.
    const total = part.count < atMost || atMost === COUNTED_AT_MOST ? part.count : undefined
    const replay = await startReplay(organizationId, webhookId, query, now, { id: replayId, total })
    return { ...part, ...totalOf(replay), replay: replayView(replay) }
  } catch (error) {
    // The webhook was disabled, or another replay was started, since it was read.
    if (error instanceof ServiceError && error.code === 'conflict') return { ...part, refusal: 'running' }
    throw error
  }
}

function totalOf({ total }: Pick<ReplayItem, 'total'>): Pick<Part, 'count' | 'orMore'> {
  return { count: total, orMore: total >= COUNTED_AT_MOST }
}

function refusalOf({ enabled, replayId }: Pick<WebhookItem, 'enabled' | 'replayId'>): Part['refusal'] {
  if (!enabled) return 'disabled'
  return replayId === undefined ? null : 'running'
}
