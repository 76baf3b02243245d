import { ExamEntity } from '../agents/exam-entity.ts'
import { isUnanswered } from '../conversations/reconcile.ts'
import type { ReconciledKind } from '../platform/outbox/out.ts'
import { dueOut } from './exams/exam-message-entity.ts'
import { isUnfinished, ProofEntity, proofOut } from './proofs/proof-entity.ts'
import { EndedSessionEntity, SessionEntity } from './sessions/session-entity.ts'
import { FiredWakeUpEntity, WakeUpEntity } from './wake-ups/wake-up-entity.ts'

export const RECONCILED_SESSIONS: ReconciledKind = {
  name: 'sessions',
  entity: 'agentSession',
  filter: 'attribute_not_exists(#endedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'checkAt', 'endedAt', 'expiresAt', 'out'],
  overdue(stored, { dueBefore }) {
    const { data } = SessionEntity.parse({ Item: { ...stored } })
    return data && data.endedAt === undefined && data.checkAt < dueBefore ? data.out : undefined
  },
}

export const RECONCILED_ENDED_SESSIONS: ReconciledKind = {
  name: 'ended sessions',
  entity: 'endedSession',
  filter: 'attribute_exists(#endedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'endedAt', 'expiresAt', 'out'],
  overdue(stored, times) {
    const { data } = EndedSessionEntity.parse({ Item: { ...stored } })
    return data && isUnanswered(data.endedAt, times) ? data.out : undefined
  },
}

export const RECONCILED_WAKE_UPS: ReconciledKind = {
  name: 'wake-ups',
  entity: 'wakeUp',
  filter: 'attribute_not_exists(#settledAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'fireAt', 'settledAt', 'expiresAt', 'out'],
  overdue(stored, { dueBefore }) {
    const { data } = WakeUpEntity.parse({ Item: { ...stored } })
    if (!data || data.settledAt !== undefined || data.fireAt >= dueBefore) return undefined
    return data.out
  },
}

export const RECONCILED_FIRED_WAKE_UPS: ReconciledKind = {
  name: 'fired wake-ups',
  entity: 'firedWakeUp',
  filter: 'attribute_exists(#firedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'firedAt', 'expiresAt', 'out'],
  overdue(stored, times) {
    const { data } = FiredWakeUpEntity.parse({ Item: { ...stored } })
    return data && isUnanswered(data.firedAt, times) ? data.out : undefined
  },
}

/** A conversation of a proof takes up to a quarter of an hour, and is then counted. */
const PART_MILLISECONDS = 30 * 60_000

export const RECONCILED_PROOFS: ReconciledKind = {
  name: 'proofs',
  entity: 'proof',
  filter: '(#s = :proofQueued OR #s = :proofRunning)',
  values: { ':proofQueued': 'queued', ':proofRunning': 'running' },
  attributes: ['organizationId', 'agentId', 'id', 's', 'updatedAt'],
  overdue(stored, { dueBefore }) {
    const { data } = ProofEntity.parse({ Item: { ...stored } })
    if (!data || !isUnfinished(data) || data.updatedAt >= dueBefore - PART_MILLISECONDS) return undefined
    return proofOut(data)
  },
}

export const RECONCILED_EXAMS: ReconciledKind = {
  name: 'exams',
  entity: 'exam',
  filter: 'attribute_exists(#nextAt)',
  values: {},
  attributes: ['organizationId', 'agentId', 'nextAt'],
  overdue(stored, { dueBefore }) {
    const { data } = ExamEntity.parse({ Item: { ...stored } })
    if (data?.nextAt === undefined || data.nextAt >= dueBefore) return undefined
    const { organizationId, agentId, nextAt: at } = data
    return dueOut({ organizationId, agentId, at })
  },
}
