import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { examProofId } from './plan-exam.ts'

/** Days that a message is stored after the exam. Nothing reads it after it was sent. */
const MESSAGE_DAYS = 2

/** An exam that is to take place. */
export interface PlannedExam {
  readonly organizationId: string
  readonly agentId: string
  readonly at: EpochMs
}

/** The item that sends a message of an exam: `planned` to schedule it, `due` to start it. Access: none. */
export const ExamMessageEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'examMessage', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    at: { type: 'number', required: true, readOnly: true },
    /** `due`, or `planned` with what planned it. */
    kind: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byExam: { pk: key('pk', 'exam#${organizationId}#${agentId}'), sk: key('sk', '${at}#${kind}') },
  },
}))

/** Builds the item that schedules an exam. `cause` is what planned it: the version of its settings. */
export function plannedMessage({ organizationId, agentId, at }: PlannedExam, cause: number) {
  const body = { kind: 'exam' as const, organizationId, agentId, at }
  return {
    organizationId,
    agentId,
    at,
    kind: `planned#${cause}`,
    expiresAt: expiryAfter(at, MESSAGE_DAYS),
    out: outTo('windows', organizationId, body),
  }
}

/** Builds the item that starts an exam. */
export function dueMessage(exam: PlannedExam) {
  const { organizationId, agentId, at } = exam
  return { organizationId, agentId, at, kind: 'due', expiresAt: expiryAfter(at, MESSAGE_DAYS), out: dueOut(exam) }
}

/** Builds the `out` of the message that starts an exam. */
export function dueOut({ organizationId, agentId, at }: PlannedExam) {
  const proofId = examProofId(organizationId, agentId, at)
  return outTo('proofs', organizationId, { organizationId, agentId, proofId, exam: at })
}
