import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { settings } from '../../platform/settings.ts'
import { ConversationEntity, type ConversationItem } from '../conversations/conversation-entity.ts'
import { findConversation } from '../conversations/get-conversation.ts'
import { decideWindow } from './decide-window.ts'
import { notifyWindow } from './notify-window.ts'
import { unchangedWindow } from './unchanged-window.ts'
import { windowOut } from './window-message.ts'

/** How often it is decided again when the conversation changed meanwhile, or more is to be done. */
const TRIES = 6

/**
 * Does what a conversation's service window needs now: sends the events that are due, then makes the schedule of what is due
 * next. Doing it again, at any time and at the same time as others, changes nothing.
 */
export async function watchWindow(organizationId: string, conversationId: string, clock: Clock): Promise<void> {
  const length = {
    windowSeconds: settings.SERVICE_WINDOW_SECONDS,
    expiringLeadSeconds: settings.SERVICE_WINDOW_EXPIRING_LEAD_SECONDS,
  }
  for (let tries = 1; tries <= TRIES; tries++) {
    const conversation = await findConversation(organizationId, conversationId)
    if (!conversation) return log('window.ignored', { organizationId, conversationId, reason: 'unknown_conversation' })
    const now = clock()
    const step = decideWindow(conversation, length, now)
    if (step.kind === 'rest') return
    if (step.kind === 'notify') await notifyWindow(conversation, step.events, now)
    else if (await arm(conversation, step.fireAt)) return
  }
  throw new Error(`conversation ${conversationId} changed ${TRIES} times while its window was looked at`)
}

/** Makes a schedule, then says so on the conversation; false when that changed meanwhile. */
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
