import type { Overview } from '@messaging/contract/dashboard/overview.ts'
import { listInbox } from '../../conversations/conversations/list-inbox.ts'
import { listWebhooks } from '../../deliveries/webhooks/get-webhook.ts'
import {
  completeSince,
  hoursOf,
  type LatestDeliveries,
  lookedAtEach,
  readLatest,
} from '../../deliveries/webhooks/health.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { documentsInError } from './documents-in-error.ts'

/** Number of consecutive failures after which a webhook needs attention. */
const FAILING = 3
const SHOWN = 10

/** Costs two queries per webhook, for about 1,000 deliveries in total, and a dozen others. `now` in milliseconds. */
export async function viewOverview(organizationId: string, now: number): Promise<Overview> {
  const [webhooks, needHuman, inError] = await Promise.all([
    overviewOfWebhooks(organizationId, now),
    listInbox(organizationId, { needsHuman: true, limit: SHOWN }, now),
    documentsInError(organizationId, SHOWN),
  ])
  return {
    ...webhooks,
    conversations: { needHuman: needHuman.results, more: needHuman.nextCursor !== null },
    documents: { inError },
  }
}

async function overviewOfWebhooks(
  organizationId: string,
  now: number,
): Promise<Pick<Overview, 'webhooks' | 'deliveries'>> {
  const webhooks = await listWebhooks(organizationId)
  const each = lookedAtEach(webhooks.length)
  const read = await Promise.all(
    webhooks.map(async (webhook) => ({ webhook, latest: await readLatest(webhook, each, now) })),
  )
  const hours = hoursOf(
    read.flatMap(({ latest }) => latest.deliveries),
    now,
  )
  const sum = (status: 'delivered' | 'failed' | 'pending') => hours.reduce((total, hour) => total + hour[status], 0)
  const since = Math.max(
    ...read.map(({ latest }) => completeSince(latest, now)),
    completeSince({ deliveries: [], more: false }, now),
  )
  return {
    webhooks: {
      total: webhooks.length,
      needAttention: read.flatMap(({ webhook, latest }) => attentionOf(webhook, latest) ?? []),
    },
    deliveries: {
      since: isoTime(since),
      delivered: sum('delivered'),
      failed: sum('failed'),
      pending: sum('pending'),
      hours,
    },
  }
}

type AttendedWebhook = Pick<WebhookItem, 'id' | 'name' | 'enabled' | 'disabledReason' | 'disabledAt'>

/** Returns why a webhook needs attention. Undefined if it is healthy or was disabled by a user. */
export function attentionOf(
  { id, name, enabled, disabledReason, disabledAt }: AttendedWebhook,
  { consecutiveFailures }: Pick<LatestDeliveries, 'consecutiveFailures'>,
): Overview['webhooks']['needAttention'][number] | undefined {
  const facts = { id, name, consecutiveFailures }
  if (!enabled && disabledReason === 'consecutive_failures')
    return { ...facts, reason: 'disabled_by_failures', since: timeOrNull(disabledAt) }
  return enabled && consecutiveFailures >= FAILING ? { ...facts, reason: 'failing', since: null } : undefined
}
