import type { WindowMessage } from '@messaging/contract/queues.ts'
import { findNumber } from '../../channel/numbers/find-number.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { settings } from '../../platform/settings.ts'
import { ConversationEntity, type ConversationItem } from '../conversations/conversation-entity.ts'
import { findConversation } from '../conversations/get-conversation.ts'
import type { Route } from '../routing/effective-route.ts'
import { liveRoute } from '../routing/live-targets.ts'
import { sessionInForce } from '../routing/session-in-force.ts'
import { decideWindow } from './decide-window.ts'
import { notifyWindow } from './notify-window.ts'
import { unchangedWindow } from './unchanged-window.ts'
import { windowOut } from './window-message.ts'

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
  const length = {
    windowSeconds: settings.SERVICE_WINDOW_SECONDS,
    expiringLeadSeconds: settings.SERVICE_WINDOW_EXPIRING_LEAD_SECONDS,
  }
  for (let tries = 1; tries <= TRIES; tries++) {
    const conversation = await findConversation(organizationId, conversationId)
    if (!conversation) return log('window.ignored', { organizationId, conversationId, reason: 'unknown_conversation' })
    const now = clock()
    const step = decideWindow(conversation, length, now)
    if (step.kind === 'none') return
    const route = await routeInForce(conversation)
    if (step.kind === 'notify') await notifyWindow(conversation, step.events, route, { now, since })
    else if (route.webhookId === null || (await arm(conversation, step.fireAt))) return
  }
  throw new InternalError(`conversation ${conversationId} changed ${TRIES} times while its window was processed`)
}

/** Returns the effective route of a conversation; no route if its number left the organisation. */
async function routeInForce(conversation: ConversationItem): Promise<Route> {
  const number = await findNumber(conversation.phoneNumberId)
  if (number?.organizationId !== conversation.organizationId) return { mode: null, webhookId: null }
  return await liveRoute(number, sessionInForce(number, conversation))
}

/** Creates a schedule, then stores it on the conversation. Returns false if the conversation changed meanwhile. */
async function arm(conversation: ConversationItem, fireAt: number): Promise<boolean> {
  const { organizationId, id } = conversation
  await createSchedule('window', [organizationId, id], fireAt, windowOut('check', conversation).b)
  const armed = await ConversationEntity.patch({ organizationId, id })
    .set({ armed: fireAt })
    .where(unchangedWindow(conversation))
    .go({ returnOnConditionCheckFailure: true })
  if (!armed.rejected) log('window.armed', { organizationId, conversationId: id, fireAt })
  return !armed.rejected
}
