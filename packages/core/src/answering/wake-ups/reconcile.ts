import { isUnanswered } from '../../conversations/reconcile.ts'
import type { ReconciledKind } from '../../platform/outbox/reconciled-kind.ts'
import { FiredWakeUpEntity, WakeUpEntity } from './wake-up-entity.ts'

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
