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

/** Attempts to process a conversation that keeps changing or has more than one step due. */
const TRIES = 6

/** Sends a window's due events, then creates the next schedule. It is idempotent and safe to run concurrently. */
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
    if (step.kind === 'none') return
    if (step.kind === 'notify') await notifyWindow(conversation, step.events, now)
    else if (await arm(conversation, step.fireAt)) return
  }
  throw new Error(`conversation ${conversationId} changed ${TRIES} times while its window was processed`)
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
