import { isUnanswered } from '../../conversations/reconcile.ts'
import type { ReconciledKind } from '../../platform/outbox/reconciled-kind.ts'
import { EndedSessionEntity, SessionEntity } from './session-entity.ts'

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
