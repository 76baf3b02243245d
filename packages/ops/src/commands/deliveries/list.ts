import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { DELIVERY_STATUSES } from '@messaging/contract/webhook-deliveries.ts'
import { listDeliveries as readDeliveries } from '@messaging/core/deliveries/list-deliveries.ts'
import { listWebhooks } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import type { Input, Session } from '../../command.ts'
import { readLimit, readTime, readWord } from '../../read-options.ts'
import { type Report, tableReport } from '../../report.ts'
import { showTime } from '../../show.ts'
import { deliveryJson, statusStyle } from './delivery-view.ts'

const DEFAULT_LIMIT = '50'

export async function listDeliveries(input: Input, { now }: Session): Promise<Report> {
  const { organization = '', webhook, status, event, since, limit = DEFAULT_LIMIT, cursor } = input
  const query = {
    webhookId: webhook,
    status: status === undefined ? undefined : readWord('status', status, DELIVERY_STATUSES),
    event: event === undefined ? undefined : readWord('event', event, EVENT_NAMES),
    since: since === undefined ? undefined : readTime('since', since, now),
    limit: readLimit(limit),
    cursor,
  }
  const webhooks = new Map((await listWebhooks(organization)).map(({ id, name }) => [id, name]))
  if (webhooks.size === 0)
    throw new Error(
      `Organisation ${organization} has no webhooks, or does not exist: npm run ops -- organizations list`,
    )
  if (webhook !== undefined && !webhooks.has(webhook))
    throw new Error(`The organisation has no webhook ${webhook}: npm run ops -- webhooks list --organization …`)
  const { items, nextCursor } = await readDeliveries(organization, query, now)
  return tableReport({
    rows: items,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'CREATED (UTC)', of: ({ createdAt }) => showTime(createdAt), whole: true },
      { title: 'STATUS', of: (delivery) => delivery.status, style: statusStyle },
      { title: 'CAUSE', of: ({ cause }) => cause },
      { title: 'ATTEMPTS', of: ({ attemptCount }) => attemptCount, right: true },
      { title: 'EVENT', of: (delivery) => delivery.event },
      { title: 'WEBHOOK', of: ({ webhookId }) => webhooks.get(webhookId) },
      { title: 'NEXT ATTEMPT (UTC)', of: ({ nextAttemptAt }) => showTime(nextAttemptAt) },
    ],
    json: {
      deliveries: items.map((delivery) => ({
        ...deliveryJson(delivery),
        webhookName: webhooks.get(delivery.webhookId) ?? '',
      })),
      nextCursor,
    },
    empty: 'No matching deliveries.',
    notes: nextCursor === null ? [] : ['', `Next page: --cursor ${nextCursor}`],
  })
}
