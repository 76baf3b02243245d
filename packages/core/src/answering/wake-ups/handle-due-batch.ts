import type { WakeUpCheck } from '@replywright/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { findConversation } from '../../conversations/conversation-entity.ts'
import { finishMerge } from '../../conversations/customers/finish-merge.ts'
import { completeUndo } from '../../conversations/customers/undo-merge.ts'
import { startHeldTurns } from '../../conversations/held-turns/start-held.ts'
import { armNumber } from '../../conversations/service-window/arm-number.ts'
import { watchWindow } from '../../conversations/service-window/watch-window.ts'
import { SCHEDULE_MARGIN_MILLISECONDS } from '../../conversations/service-window/window.ts'
import { checkWait } from '../../conversations/wait-check.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { consume, DELETE } from '../../platform/queues/consume.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { checkExam } from '../exams/check-exam.ts'
import { checkSession } from '../sessions/watch-session.ts'
import { hasWrittenSince } from './judge-wake-up.ts'
import { checkOut, dropWakeUp, findWakeUp, fireWakeUp } from './wake-up-store.ts'

/** Processes a batch of the queue `windows`, which carries service windows, held turns, wake-ups, sessions, exams, merges and checks of waits. */
export async function handleDueBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  return await consume(event, 'windows', { failure: 'window.failed' }, async (message) => {
    switch (message.kind) {
      case 'arm':
      case 'check':
        await watchWindow(message, clock)
        break
      case 'arm-number':
        await armNumber(message, clock())
        break
      case 'held':
        await startHeldTurns(message, clock)
        break
      case 'wake-up':
        await handleWakeUp(message, clock)
        break
      case 'session':
        await checkSession(message, clock)
        break
      case 'exam':
        await checkExam(message, clock())
        break
      case 'merged':
        await finishMerge(message, clock())
        break
      case 'merge-undone':
        await completeUndo(message, clock())
        break
      case 'wait':
        await checkWait(message, clock())
    }
    return DELETE
  })
}

/**
 * Processes a check of a wake-up. Before its time, creates a schedule that sends the same message when the wake-up is
 * due. When it is due, starts a turn unless the customer wrote first. Idempotent at any time.
 */
async function handleWakeUp(message: WakeUpCheck, clock: Clock): Promise<void> {
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
