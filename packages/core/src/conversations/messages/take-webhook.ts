import { findNumberWithListeners } from '../../channel/numbers/find-number.ts'
import { type ProviderEvent, readWebhook } from '../../channel/provider/read-webhook.ts'
import { takeTemplateEvent } from '../../channel/templates/take-template-event.ts'
import type { Clock } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { applyStatus } from './apply-status.ts'
import { park } from './parked-entity.ts'
import { isRefusedContent } from './refused-content.ts'
import { takeEcho } from './take-echo.ts'
import { takeInbound } from './take-inbound.ts'

/** A message whose JSON is larger than this cannot be an item of the table. */
const LARGEST_MESSAGE_BYTES = 300 * 1024

/**
 * Takes everything one webhook of the provider says. The messages of one customer are taken in their order, those of several
 * customers at once. A number and its listeners are read once. Returns whether all events were taken; otherwise the provider must
 * send the webhook again.
 */
export async function takeWebhook(body: unknown, clock: Clock): Promise<boolean> {
  const groups = Map.groupBy(readWebhook(body), groupOf)
  const take: Take = { clock, findNumber: oncePerKey(findNumberWithListeners) }
  const taken = await Promise.all([...groups.values()].map((events) => takeInOrder(events, take)))
  return taken.every(Boolean)
}

interface Take {
  readonly clock: Clock
  readonly findNumber: typeof findNumberWithListeners
}

function groupOf(event: ProviderEvent): string {
  if (event.kind === 'status') return event.status.id
  if (event.kind === 'template') return event.template.providerTemplateId
  if (event.kind !== 'message' && event.kind !== 'echo') return event.kind
  const { phoneNumberId, contactNumber, contactUserId } = event.message
  return JSON.stringify([phoneNumberId, contactUserId ?? contactNumber])
}

/** Takes one customer's events; what fails does not stop the others. */
async function takeInOrder(events: readonly ProviderEvent[], take: Take): Promise<boolean> {
  let all = true
  for (const event of events) {
    try {
      await takeOrPark(event, take)
    } catch (error) {
      all = false
      logError('message.failed', error, { kind: event.kind })
    }
  }
  return all
}

/** Takes an event, or parks what the table cannot store: the provider would send it again in vain. */
async function takeOrPark(event: ProviderEvent, { clock, findNumber }: Take): Promise<void> {
  const now = clock()
  try {
    await takeEvent(event, now, findNumber)
  } catch (error) {
    if (!('raw' in event) || !isRefusedContent(error)) throw error
    await park('refused by the table', event.raw, now)
  }
}

async function takeEvent(event: ProviderEvent, now: number, findNumber: Take['findNumber']): Promise<void> {
  switch (event.kind) {
    case 'message':
      if (isTooLarge(event.raw)) return await park('too large', event.raw, now)
      await takeInbound(event.message, now, findNumber)
      return
    case 'unreadable':
      return await park(event.reason, event.raw, now)
    case 'echo':
      return isTooLarge(event.raw) ? await park('too large', event.raw, now) : await takeEcho(event.message, now)
    case 'status':
      return await applyStatus(event.phoneNumberId, event.status, now)
    case 'template':
      return await takeTemplateEvent(event.template, now)
    case 'ignored':
      return log('webhook.ignored', { field: event.field })
  }
}

function isTooLarge(raw: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(raw)) > LARGEST_MESSAGE_BYTES
}
