import { ExamEntity } from '../agents/exam-entity.ts'
import { isUnanswered } from '../conversations/reconcile.ts'
import { reconciledKind } from '../platform/outbox/reconciled-kind.ts'
import { dueOut } from './exams/exam-message-entity.ts'
import { isUnfinished, ProofEntity, proofOut } from './proofs/proof-entity.ts'
import { EndedSessionEntity, SessionEntity } from './sessions/session-entity.ts'
import { FiredWakeUpEntity, WakeUpEntity } from './wake-ups/wake-up-entity.ts'

export const RECONCILED_SESSIONS = /* @__PURE__ */ reconciledKind({
  name: 'sessions',
  entity: 'agentSession',
  filter: 'attribute_not_exists(#endedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'checkAt', 'endedAt', 'expiresAt', 'out'],
  parse: (Item) => SessionEntity.parse({ Item }),
  overdue({ endedAt, checkAt, out }, { dueBefore }) {
    return endedAt === undefined && checkAt < dueBefore ? out : undefined
  },
})

export const RECONCILED_ENDED_SESSIONS = /* @__PURE__ */ reconciledKind({
  name: 'ended sessions',
  entity: 'endedSession',
  filter: 'attribute_exists(#endedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'endedAt', 'expiresAt', 'out'],
  parse: (Item) => EndedSessionEntity.parse({ Item }),
  overdue({ endedAt, out }, times) {
    return isUnanswered(endedAt, times) ? out : undefined
  },
})

export const RECONCILED_WAKE_UPS = /* @__PURE__ */ reconciledKind({
  name: 'wake-ups',
  entity: 'wakeUp',
  filter: 'attribute_not_exists(#settledAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'fireAt', 'settledAt', 'expiresAt', 'out'],
  parse: (Item) => WakeUpEntity.parse({ Item }),
  overdue({ settledAt, fireAt, out }, { dueBefore }) {
    return settledAt === undefined && fireAt < dueBefore ? out : undefined
  },
})

export const RECONCILED_FIRED_WAKE_UPS = /* @__PURE__ */ reconciledKind({
  name: 'fired wake-ups',
  entity: 'firedWakeUp',
  filter: 'attribute_exists(#firedAt)',
  values: {},
  attributes: ['organizationId', 'conversationId', 'id', 'firedAt', 'expiresAt', 'out'],
  parse: (Item) => FiredWakeUpEntity.parse({ Item }),
  overdue({ firedAt, out }, times) {
    return isUnanswered(firedAt, times) ? out : undefined
  },
})

/** A conversation of a proof takes up to a quarter of an hour, and is then counted. */
const PART_MILLISECONDS = 30 * 60_000

export const RECONCILED_PROOFS = /* @__PURE__ */ reconciledKind({
  name: 'proofs',
  entity: 'proof',
  filter: '(#s = :proofQueued OR #s = :proofRunning)',
  values: { ':proofQueued': 'queued', ':proofRunning': 'running' },
  attributes: ['organizationId', 'agentId', 'id', 's', 'updatedAt'],
  parse: (Item) => ProofEntity.parse({ Item }),
  overdue(proof, { dueBefore }) {
    return isUnfinished(proof) && proof.updatedAt < dueBefore - PART_MILLISECONDS ? proofOut(proof) : undefined
  },
})

export const RECONCILED_EXAMS = /* @__PURE__ */ reconciledKind({
  name: 'exams',
  entity: 'exam',
  filter: 'attribute_exists(#nextAt)',
  values: {},
  attributes: ['organizationId', 'agentId', 'nextAt'],
  parse: (Item) => ExamEntity.parse({ Item }),
  overdue({ organizationId, agentId, nextAt: at }, { dueBefore }) {
    return at !== undefined && at < dueBefore ? dueOut({ organizationId, agentId, at }) : undefined
  },
})
