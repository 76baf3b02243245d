import type { WindowMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { lifecycleEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDelivery } from '../../deliveries/new-delivery.ts'
import { type Clock, derivedTimeId, isoTime } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem, findConversation } from '../conversation-entity.ts'
import { liveRoute, type Route, sessionInForce } from '../routing/effective-route.ts'
import { windowOut } from './arming-entity.ts'
import { decideWindow, unchangedWindow, type WindowEvent } from './window.ts'

/** Attempts to process a conversation that keeps changing or has more than one step due. */
const TRIES = 6

/**
 * Sends a window's due events, then creates the next schedule if a webhook is in the route. `since` is as in
 * `WindowMessage`. It is idempotent and safe to run concurrently.
 */
export async function watchWindow(
  { organizationId, conversationId, since = 0 }: Omit<WindowMessage, 'kind'>,
  clock: Clock,
): Promise<void> {
  const expiringLeadSeconds = settings.SERVICE_WINDOW_EXPIRING_LEAD_SECONDS
  for (let tries = 1; tries <= TRIES; tries++) {
    const conversation = await findConversation(organizationId, conversationId)
    if (!conversation) return log('window.ignored', { organizationId, conversationId, reason: 'unknown_conversation' })
    const now = clock()
    const { windowSeconds } = capabilitiesOf(conversation)
    const step = decideWindow(conversation, { windowSeconds, expiringLeadSeconds }, now)
    if (step.kind === 'none') return
    const route = await routeInForce(conversation)
    const fireAt = route.webhookId === null ? undefined : step.fireAt
    // Before the conversation names it: an unnecessary schedule is harmless, a missing one is not.
    if (fireAt !== undefined) await schedule(conversation, fireAt)
    const isDone =
      step.kind === 'notify'
        ? await notifyWindow(conversation, step.events, route, { fireAt, now, since })
        : fireAt === undefined || (await arm(conversation, fireAt))
    if (isDone) return
  }
  throw new InternalError(`conversation ${conversationId} changed ${TRIES} times while its window was processed`)
}

/** Returns the effective route of a conversation; no route if its number left the organisation. */
async function routeInForce(conversation: ConversationItem): Promise<Route> {
  const number = await findNumber(conversation.phoneNumberId)
  if (number?.organizationId !== conversation.organizationId) return { mode: null, webhookId: null }
  return await liveRoute(number, sessionInForce(number, conversation))
}

async function schedule(conversation: ConversationItem, fireAt: EpochMs): Promise<void> {
  await createSchedule(
    'window',
    [conversation.organizationId, conversation.id],
    fireAt,
    windowOut('check', conversation).b,
  )
}

/** Stores the schedule on the conversation. Returns false if the conversation changed since it was read. */
async function arm(conversation: ConversationItem, fireAt: EpochMs): Promise<boolean> {
  const { organizationId, id } = conversation
  const armed = await ConversationEntity.patch({ organizationId, id })
    .set({ armed: fireAt })
    .where(unchangedWindow(conversation))
    .go({ returnOnConditionCheckFailure: true })
  if (!armed.rejected) log('window.armed', { organizationId, conversationId: id, fireAt })
  return !armed.rejected
}

/** The delay of a `closed` that is sent together with a late `expiring`, so that they arrive in order. */
const CLOSED_DELAY_SECONDS = 1

/**
 * Sends due events of a conversation's window to the webhook in the effective route. Without a webhook nothing is sent,
 * nor an event that was due before `since` in a window of an earlier message. Either way the events are marked as
 * processed in one transaction with the deliveries and the next schedule. Nothing is written if the conversation changed
 * since it was read; then returns false.
 */
async function notifyWindow(
  conversation: ConversationItem,
  events: readonly WindowEvent[],
  route: Route,
  { fireAt, now, since }: { readonly fireAt: EpochMs | undefined; readonly now: EpochMs; readonly since: EpochMs },
): Promise<boolean> {
  const { organizationId, id, lastInboundAt, inboundTakenAt = 0 } = conversation
  const { deliveryDays } = await recentRetention(organizationId, now)
  const deliveries = events
    .filter(({ at }) => at >= since || inboundTakenAt >= since)
    .flatMap((event, index) => windowDelivery(conversation, { ...event, index }, route, { deliveryDays, now }) ?? [])
  const names = events.map(({ event }) => event)
  const closed = names.includes('subscription.service_window.closed')
  const isWritten = await transact({ conversations: ConversationEntity, deliveries: DeliveryEntity }, (entities) => [
    entities.conversations
      .patch({ organizationId, id })
      .set({
        expiringFor: lastInboundAt,
        ...(closed && { closedFor: lastInboundAt }),
        ...(fireAt && { armed: fireAt }),
      })
      .remove(closed ? ['armed'] : [])
      .where(unchangedWindow(conversation))
      .commit(),
    ...deliveries.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
  ])
  if (!isWritten) return false
  for (const { event, at } of events) {
    const deliveryId = deliveries.find(({ delivery }) => delivery.event === event)?.delivery.id
    const facts = { organizationId, conversationId: id, serviceEvent: event, webhookId: route.webhookId, deliveryId }
    log('window.notified', { ...facts, dueAt: isoTime(at), lateMs: now - at }, deliveryId ? { WindowEvents: 1 } : {})
  }
  return true
}

function windowDelivery(
  conversation: ConversationItem,
  { event, at, index }: WindowEvent & { readonly index: number },
  { mode, webhookId }: Route,
  { deliveryDays, now }: { readonly deliveryDays: number; readonly now: EpochMs },
): NewDelivery | undefined {
  if (!webhookId) return undefined
  return newDelivery({
    // Of now, not of `at`: lists are in the order of ids, and those who follow one would miss a late event.
    id: derivedTimeId(now + index, 'window', conversation.id, String(conversation.lastInboundAt), event, webhookId),
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    webhookId,
    event,
    payload: JSON.stringify(lifecycleEnvelope(event, at, conversation, mode, webhookId)),
    at: now,
    deliveryDays,
    ...(index > 0 && { delaySeconds: CLOSED_DELAY_SECONDS }),
  })
}
