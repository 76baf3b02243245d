import type { WakeUpCheck } from '@messaging/contract/queues.ts'
import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import { SCHEDULE_MARGIN_MILLISECONDS } from '../../conversations/service-window/decide-window.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { hasWrittenSince } from './judge-wake-up.ts'
import { checkOut } from './wake-up-message.ts'
import { dropWakeUp, findWakeUp, fireWakeUp } from './wake-up-store.ts'

/**
 * Processes a check of a wake-up. Before its time, creates a schedule that sends the same message when the wake-up is
 * due. When it is due, starts a turn unless the customer wrote first. Idempotent at any time.
 */
export async function takeWakeUp(message: WakeUpCheck, clock: Clock): Promise<void> {
  const { organizationId, conversationId, wakeUpId } = message
  const facts = { organizationId, conversationId, wakeUpId }
  const [wakeUp, conversation] = await Promise.all([
    findWakeUp(message),
    findConversation(organizationId, conversationId),
  ])
  if (!wakeUp || wakeUp.settledAt !== undefined) return
  const now = clock()
  if (!conversation || hasWrittenSince(wakeUp, conversation)) {
    await dropWakeUp(wakeUp, now)
    return log('wake_up.dropped', { ...facts, reason: conversation ? 'customer_wrote' : 'unknown_conversation' })
  }
  if (wakeUp.fireAt > now + SCHEDULE_MARGIN_MILLISECONDS) {
    await createSchedule('wakeup', [organizationId, conversationId, wakeUpId], wakeUp.fireAt, checkOut(wakeUp).b)
    return log('wake_up.armed', { ...facts, fireAt: wakeUp.fireAt })
  }
  if (await fireWakeUp(wakeUp, now)) log('wake_up.fired', { ...facts, lateMs: now - wakeUp.fireAt })
}
