import type { ReconciledKind } from '../../platform/outbox/reconciled-kind.ts'
import { DocumentEntity } from './document-entity.ts'

export const RECONCILED_DOCUMENTS: ReconciledKind = {
  name: 'documents',
  entity: 'document',
  filter: '#s IN (:pendingDocument, :processingDocument)',
  values: { ':pendingDocument': 'pending', ':processingDocument': 'processing' },
  attributes: ['s', 'createdAt', 'arrivesUntil', 'out'],
  overdue(stored, { dueBefore }) {
    const { data } = DocumentEntity.parse({ Item: { ...stored } })
    if (!data || data.status === 'ready' || data.status === 'error') return undefined
    if (Math.max(data.createdAt, data.arrivesUntil) >= dueBefore) return undefined
    return data.out
  },
}
