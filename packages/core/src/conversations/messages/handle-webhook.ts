import { channelName } from '../../channel/capabilities.ts'
import { findNumberWithListeners } from '../../channel/numbers/find-number.ts'
import type { ChannelEvent, Preference } from '../../channel/port.ts'
import { handleTemplateEvent } from '../../channel/templates/handle-template-event.ts'
import type { Clock } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { setOptedOut } from '../opt-out.ts'
import { applyStatus } from './apply-status.ts'
import { handleEcho } from './handle-echo.ts'
import { handleInbound } from './handle-inbound.ts'
import { park } from './parked-entity.ts'
import { isRefusedContent } from './refused-content.ts'

/** The maximum JSON size of a message that fits into an item of the table. */
const MAX_MESSAGE_BYTES = 300 * 1024

/**
 * Processes every event of one webhook of the channel `name`. The messages of one customer are processed in order,
 * those of several customers concurrently. A number and its listeners are read once. Returns whether all events were
 * processed; otherwise the channel must send the webhook again.
 */
export async function handleWebhook(name: string, events: readonly ChannelEvent[], clock: Clock): Promise<boolean> {
  const own = events.map((event) => (isOf(name, event) ? event : foreign(event)))
  const groups = Map.groupBy(own, groupOf)
  const context: Context = { clock, findNumber: oncePerKey(findNumberWithListeners) }
  const processed = await Promise.all([...groups.values()].map((events) => processInOrder(events, context)))
  return processed.every(Boolean)
}

interface Context {
  readonly clock: Clock
  readonly findNumber: typeof findNumberWithListeners
}

/** Returns whether an event is of a number of the channel: one channel cannot send events of another. */
function isOf(name: string, event: ChannelEvent): boolean {
  if (event.kind === 'status') return channelName(event) === name
  if (event.kind === 'preference') return channelName(event.preference) === name
  return (event.kind !== 'message' && event.kind !== 'echo') || channelName(event.message) === name
}

function foreign(raw: ChannelEvent): ChannelEvent {
  return { kind: 'unreadable', reason: 'a number of another channel', raw }
}

function groupOf(event: ChannelEvent): string {
  if (event.kind === 'status') return event.status.waId
  if (event.kind === 'template') return event.template.providerTemplateId
  if (event.kind !== 'message' && event.kind !== 'echo') return event.kind
  const { phoneNumberId, contactNumber, contactUserId } = event.message
  return JSON.stringify([phoneNumberId, contactUserId ?? contactNumber])
}

/** Processes the events of one customer; a failed event does not stop the others. */
async function processInOrder(events: readonly ChannelEvent[], context: Context): Promise<boolean> {
  let all = true
  for (const event of events) {
    try {
      await processOrPark(event, context)
    } catch (error) {
      all = false
      logError('message.failed', error, { kind: event.kind })
    }
  }
  return all
}

/** Processes an event, or parks it if the table cannot store it, because a retry by the channel would fail again. */
async function processOrPark(event: ChannelEvent, { clock, findNumber }: Context): Promise<void> {
  const now = clock()
  try {
    await processEvent(event, now, findNumber)
  } catch (error) {
    if (!('raw' in event) || !isRefusedContent(error)) throw error
    await park('refused by the table', event.raw, now)
  }
}

async function processEvent(event: ChannelEvent, now: number, findNumber: Context['findNumber']): Promise<void> {
  switch (event.kind) {
    case 'message':
      if (isTooLarge(event.raw)) return await park('too large', event.raw, now)
      await handleInbound(event.message, now, findNumber)
      return
    case 'unreadable':
      return await park(event.reason, event.raw, now)
    case 'echo':
      return isTooLarge(event.raw) ? await park('too large', event.raw, now) : await handleEcho(event.message, now)
    case 'status':
      return await applyStatus(event.phoneNumberId, event.status, now)
    case 'template':
      return await handleTemplateEvent(event.template, now)
    case 'preference':
      return await applyPreference(event.preference, now, findNumber)
    case 'ignored':
      return log('webhook.ignored', { field: event.field })
  }
}

async function applyPreference(
  { phoneNumberId, contactNumber, optedOut, at }: Preference,
  now: number,
  findNumber: Context['findNumber'],
): Promise<void> {
  const found = await findNumber(phoneNumberId)
  if (!found) return log('webhook.ignored', { field: 'preference of an unknown number' })
  await setOptedOut(found.number.organizationId, { contactNumber }, { optedOut, at: Math.min(at, now) })
}

function isTooLarge(raw: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(raw)) > MAX_MESSAGE_BYTES
}
