import type { EpochMs } from '@replywright/contract/time.ts'
import { addFacts, currentRequestId, log, logBriefly } from '../../platform/log/log.ts'
import type { Answer } from '../../platform/outbound/send-request.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { originOf } from '../excerpt.ts'
import type { Verdict } from './verdict.ts'

interface LoggedAttempt {
  readonly delivery: DeliveryItem
  /** 1 for the first. */
  readonly number: number
  readonly answer: Answer
  readonly verdict: Verdict
  readonly endedAt: EpochMs
  readonly payload: string
}

/** Writes the log line of an attempt. A success, the usual case, gets a brief line. */
export function logAttempt(attempt: LoggedAttempt): void {
  const { delivery, payload, number, answer, verdict, endedAt } = attempt
  const made = { ...(number > 1 && { attempt: number }), verdict: verdict.kind }
  const late = answer.bodyLate && { bodyLate: true }
  const timed = { AttemptDuration: answer.durationMs }
  if (verdict.kind === 'delivered') {
    const facts = { requestId: currentRequestId(), deliveryId: delivery.id, ...made, ...late }
    logBriefly('delivery.attempted', facts, { ...timed, TimeToDelivered: endedAt - delivery.createdAt })
    return
  }
  const { cause } = verdict
  const exhausted = verdict.kind === 'failed' && verdict.exhausted
  const status = 'status' in answer.outcome ? answer.outcome.status : undefined
  const origin = originOf({ payload })
  if (origin) addFacts({ conversationId: origin.conversationId, messageId: origin.messageId ?? undefined })
  log(
    'delivery.attempted',
    { serviceEvent: delivery.event, attempt: number, ...made, status, cause, ...late },
    { ...timed, DeliveryFailures: 1, ...(exhausted && { DeliveriesExhausted: 1 }) },
  )
}
