import type { EpochMs } from '@replywright/contract/time.ts'
import { channelName } from '../../channel/capabilities.ts'
import { channelAt } from '../../channel/channels.ts'
import { NumberEntity, NumberSubscriptionEntity } from '../../channel/numbers/number-entity.ts'
import { findNumberWithListeners } from '../../channel/numbers/numbers.ts'
import type { ChannelEvent, Preference, WebhookRequest } from '../../channel/port.ts'
import { handleTemplateEvent } from '../../channel/provider/templates/handle-template-event.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { RetentionEntity } from '../../platform/retention.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { importHistory } from '../coexistence/import-history.ts'
import { nameContact } from '../coexistence/name-contact.ts'
import { handleControl } from '../control/follow-control.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { handleNotice } from '../number-health/handle-notice.ts'
import { refuseGroup } from '../number-health/refuse-group.ts'
import { setOptedOut } from '../opt-out.ts'
import { applyPayment } from './apply-payment.ts'
import { applyStatus } from './apply-status.ts'
import { handleEcho } from './handle-echo.ts'
import { handleInbound } from './handle-inbound.ts'
import { MessageEntity } from './message-entity.ts'
import { noteUnknownNumber, park } from './parked-entity.ts'

/** Creates the entities that every intake of messages uses. Functions call it when they start. */
export function prepareIntake(): void {
  makeAtStart(ConversationEntity, DeliveryEntity, MessageEntity, NumberEntity)
  makeAtStart(NumberSubscriptionEntity, RetentionEntity, WebhookEntity)
}

/** A request of a channel. Its path names the channel. */
interface ChannelRequest extends WebhookRequest {
  readonly path: string
}

/** Returns the challenge of a channel's handshake, or undefined if the channel does not accept it. */
export async function acceptHandshake({ path, query }: ChannelRequest, now: EpochMs): Promise<string | undefined> {
  return await channelAt(path).respondToHandshake(query, now)
}

/**
 * Receives a webhook of a channel. Returns `stored` after everything in it is stored; `failed` if something could not be
 * stored, so that the channel must send it again; `forged` for an invalid signature; `unreadable` for a body that cannot be parsed.
 */
export async function receiveEvents(
  { path, ...request }: ChannelRequest,
  clock: Clock,
): Promise<'stored' | 'failed' | 'forged' | 'unreadable'> {
  const channel = channelAt(path)
  if (!(await channel.isAuthentic(request, clock()))) {
    // Unsigned requests are not the channel's. Without a log line, a flood of them costs nothing more.
    const isSigned = Object.keys(request.headers).some((name) => name.includes('signature'))
    if (isSigned) log('provider.rejected', { channel: channel.name }, { ProviderRejected: 1 })
    return 'forged'
  }
  const events = channel.readWebhook(request.body, clock())
  if (!events) return 'unreadable'
  return (await handleWebhook(channel.name, events, clock)) ? 'stored' : 'failed'
}

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
  const [history, others] = partition(
    [...groups.values()],
    ([first]) => first?.kind === 'history' || first?.kind === 'contact',
  )
  let all = (await Promise.all(others.map((events) => processInOrder(events, context)))).every(Boolean)
  // A phone shares thousands of customers at once.
  for (let index = 0; index < history.length; index += CUSTOMERS_AT_ONCE) {
    const part = history.slice(index, index + CUSTOMERS_AT_ONCE)
    const processed = await Promise.all(part.map((events) => processInOrder(events, context)))
    all = all && processed.every(Boolean)
  }
  return all
}

/** Customers of a phone's history and contacts that are processed at the same time. */
const CUSTOMERS_AT_ONCE = 10

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

interface Context {
  readonly clock: Clock
  readonly findNumber: typeof findNumberWithListeners
}

/** Returns whether an event is of a number of the channel: one channel cannot send events of another. */
function isOf(name: string, event: ChannelEvent): boolean {
  if (event.kind === 'status' || event.kind === 'payment') return channelName(event) === name
  if (event.kind === 'preference') return channelName(event.preference) === name
  if (event.kind === 'control') return channelName(event.change) === name
  if (event.kind === 'contact') return channelName(event.contact) === name
  if (event.kind === 'history') return event.messages.every((message) => channelName(message) === name)
  return (event.kind !== 'message' && event.kind !== 'echo') || channelName(event.message) === name
}

function foreign(raw: ChannelEvent): ChannelEvent {
  return { kind: 'unreadable', reason: 'a number of another channel', raw }
}

function groupOf(event: ChannelEvent): string {
  if (event.kind === 'status') return event.status.waId
  if (event.kind === 'payment') return event.payment.waId
  if (event.kind === 'template') return event.template.providerTemplateId
  if (event.kind === 'notice') return `notice ${event.notice.waId ?? event.notice.phoneNumberId}`
  const about = aboutOf(event)
  return about ? JSON.stringify([about.phoneNumberId, about.contactUserId ?? about.contactNumber]) : event.kind
}

/** Returns the customer that an event is about, or undefined if it is about none. */
function aboutOf(
  event: ChannelEvent,
): Pick<Preference, 'phoneNumberId' | 'contactNumber' | 'contactUserId'> | undefined {
  if (event.kind === 'message' || event.kind === 'echo') return event.message
  if (event.kind === 'control') return event.change
  if (event.kind === 'contact') return event.contact
  return event.kind === 'history' ? event.messages[0] : undefined
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

async function processEvent(event: ChannelEvent, now: EpochMs, findNumber: Context['findNumber']): Promise<void> {
  switch (event.kind) {
    case 'message':
      if (isTooLarge(event.raw)) return await park('too large', event.raw, now)
      await handleInbound(event.message, now, findNumber)
      return
    case 'unreadable':
      return await park(event.reason, event.raw, now)
    case 'echo':
      return isTooLarge(event.raw)
        ? await park('too large', event.raw, now)
        : await handleEcho(event.message, event.by, now)
    case 'status':
      return await applyStatus(event.phoneNumberId, event.status, now)
    case 'payment':
      if (!(await applyPayment(event.phoneNumberId, event.payment, now)))
        await park('a payment of an unknown message', event.raw, now)
      return
    case 'template':
      if (!(await handleTemplateEvent(event.template, now)))
        await park('an unknown status of a template', event.raw, now)
      return
    case 'notice':
      return await handleNotice(event.notice, event.raw, now)
    case 'preference':
      return await applyPreference(event.preference, now, findNumber)
    case 'control':
      return await handleControl(event.change, now)
    case 'history':
      return await importHistory(event.messages, now)
    case 'contact':
      return await nameContact(event.contact, now)
    case 'group':
      return await refuseGroup(event, now)
    case 'ignored':
      return log('webhook.ignored', { field: event.field })
  }
}

async function applyPreference(
  { phoneNumberId, contactNumber, contactUserId, optedOut, at }: Preference,
  now: EpochMs,
  findNumber: Context['findNumber'],
): Promise<void> {
  const found = await findNumber(phoneNumberId)
  if (!found) return await noteUnknownNumber('preference', phoneNumberId, now)
  const contact = { contactNumber, contactUserId }
  await setOptedOut(found.number.organizationId, contact, { optedOut, at: Math.min(at, now) })
}

function isTooLarge(raw: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(raw)) > MAX_MESSAGE_BYTES
}

/** Error texts of DynamoDB or its client that refuse the content of an item, not the request itself. */
const REASONS = [
  /nesting levels/i,
  /size .*exceeded|exceeded .*size/i,
  /must be under \d+ bytes/i,
  /number (over|under)flow/i,
  /significant digits/i,
  /MAX_SAFE_INTEGER/,
]

/**
 * Returns whether DynamoDB refused a write for its content: nested too deeply, too large, or with an invalid number or
 * key. A retry does not help. Other refusals can be defects of this service, so a later version may succeed.
 */
export function isRefusedContent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (REASONS.some((reason) => reason.test(String(cause)))) return true
  return false
}
