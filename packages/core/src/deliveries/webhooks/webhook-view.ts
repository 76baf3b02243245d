import type { PageQuery } from '@messaging/contract/page.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import type { PageResponse } from '../../platform/paging/page.ts'
import { Revised } from '../../platform/table/revision.ts'
import { getWebhook, listWebhooks } from './get-webhook.ts'
import { readHealth } from './health.ts'
import { subscribedNumbers } from './subscriptions.ts'
import type { WebhookItem } from './webhook-entity.ts'
import { maskedHeaders } from './webhook-headers.ts'

/** Returns all webhooks of the caller's organisation with their health, oldest first. */
export async function viewWebhooks(caller: Caller, now: number): Promise<Webhook[]> {
  return await webhookViews(caller, await oldestFirst(caller.organizationId), now)
}

/** `GET /webhooks/`: oldest first, by offset alone. */
export async function viewWebhooksPage(
  caller: Caller,
  { offset, limit }: PageQuery,
  now: number,
): Promise<PageResponse<Webhook>> {
  const webhooks = await oldestFirst(caller.organizationId)
  const end = offset + limit
  const results = await webhookViews(caller, webhooks.slice(offset, end), now)
  return { count: webhooks.length, results, nextCursor: end < webhooks.length ? '' : null }
}

async function oldestFirst(organizationId: string): Promise<WebhookItem[]> {
  return (await listWebhooks(organizationId)).toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Returns a webhook with its health and revision. */
export async function revisedWebhook(caller: Caller, webhook: WebhookItem, now: number): Promise<Revised<Webhook>> {
  return new Revised(await webhookView(caller, webhook, now), webhook.revision ?? 0)
}

/** Returns the settings of a webhook as its view shows them, without reading its health. */
export async function webhookSettings({ organizationId }: Caller, id: string) {
  const webhook = await getWebhook(organizationId, id)
  const { name, url, events } = webhook
  return { id, name, url, events, numbers: (await numbersOf(organizationId, [webhook])).get(id) ?? 'all' }
}

export async function webhookView(caller: Caller, webhook: WebhookItem, now: number): Promise<Webhook> {
  const [view] = await webhookViews(caller, [webhook], now)
  if (!view) throw new InternalError(`webhook ${webhook.id} has no view`)
  return view
}

async function webhookViews(caller: Caller, webhooks: readonly WebhookItem[], now: number): Promise<Webhook[]> {
  const [numbers, read] = await Promise.all([
    numbersOf(caller.organizationId, webhooks),
    Promise.all(webhooks.map(async (webhook) => ({ webhook, health: await readHealth(webhook, now) }))),
  ])
  return read.map(({ webhook, health }) => ({
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    numbers: numbers.get(webhook.id) ?? 'all',
    enabled: webhook.enabled,
    disabledAt: timeOrNull(webhook.disabledAt),
    disabledReason: webhook.disabledReason ?? null,
    createdAt: isoTime(webhook.createdAt),
    isOwn: webhook.userId === caller.userId,
    headers: maskedHeaders(webhook),
    replayId: webhook.replayId ?? null,
    health,
  }))
}

/** Returns the digits of the numbers of each webhook; webhooks that are subscribed to all numbers are absent. */
async function numbersOf(organizationId: string, webhooks: readonly WebhookItem[]): Promise<Map<string, string[]>> {
  const some = webhooks.filter(({ allNumbers }) => !allNumbers)
  if (some.length === 0) return new Map()
  const numbers = await listNumbers(organizationId)
  const stored = await subscribedNumbers(
    some.filter(({ phoneNumberIds }) => phoneNumberIds === undefined).map(({ id }) => id),
    numbers.map(({ phoneNumberId }) => phoneNumberId),
  )
  return new Map(
    some.map(({ id, phoneNumberIds }) => {
      const ids = phoneNumberIds ?? stored.get(id) ?? []
      return [id, numbers.filter(({ phoneNumberId }) => ids.includes(phoneNumberId)).map(({ number }) => number)]
    }),
  )
}
