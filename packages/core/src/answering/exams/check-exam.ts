import type { ExamCheck } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { SCHEDULE_MARGIN_MILLISECONDS } from '../../conversations/service-window/window.ts'
import { log } from '../../platform/log/log.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { dueMessage, ExamMessageEntity } from './exam-message-entity.ts'

/**
 * Processes a check of an exam. Before its time, creates a schedule that sends the same message when it is due. When it is due, sends
 * the message that starts it, once. Idempotent at any time. Whether the exam is still wanted is decided when it starts.
 */
export async function checkExam(message: ExamCheck, now: EpochMs): Promise<void> {
  const { kind: _, ...exam } = message
  const { organizationId, agentId, at } = exam
  if (at > now + SCHEDULE_MARGIN_MILLISECONDS) {
    await createSchedule('exam', [organizationId, agentId], at, JSON.stringify(message))
    return log('exam.armed', exam)
  }
  const { rejected } = await ExamMessageEntity.create(dueMessage(exam)).go({ returnOnConditionCheckFailure: true })
  if (!rejected) log('exam.due', { ...exam, lateMs: now - at })
}
