import type { CreateEntityItem, EntityItem } from 'electrodb'
import { logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { outAttribute } from '../../platform/outbox/out.ts'
import { reconciledKind } from '../../platform/outbox/reconciled-kind.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { documentObjects } from './document-objects.ts'
import { DOCUMENT_PROBLEMS, PROBLEM_CODES } from './document-problems.ts'
import { removeSegments } from './search/part-store.ts'

/** Maximum number of characters of the ready documents of an agent together. */
export const MOST_CHARACTERS = 50_000_000

const DOCUMENT_STATUSES = ['pending', 'processing', 'ready', 'partial', 'error'] as const

/**
 * The status of an agent's document. Its name is in the agent's settings. The item is separate from them, so that
 * reading a file does not change the agent's version. It is in the agent's partition. Access: by id; all of an agent.
 * `out` is the message that has the file read. Kept as long as the agent has the document.
 */
export const DocumentEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'document', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    status: { type: DOCUMENT_STATUSES, required: true, field: 's' },
    /** Present if the status is `error`. */
    problem: { type: PROBLEM_CODES },
    /** What is missing, as text for its owner. Present if the status is `partial`. */
    missing: { type: 'string' },
    /** What its owner should know of its text, such as that a model read it from pictures. */
    note: { type: 'string' },
    /** The encoding that its owner chose. */
    encoding: { type: 'string', readOnly: true },
    /** Time until which its file can be uploaded or replaced; 0 for a file that came with the request. */
    arrivesUntil: { type: 'number', required: true, readOnly: true },
    /** ETag of the file that the status refers to. */
    etag: { type: 'string' },
    /** Number of attempts to read that file. */
    attempts: { type: 'number' },
    /** Length of its passages, if it was read. */
    characters: { type: 'number' },
    /** The model that embedded them. Absent if none did. */
    embeddedBy: { type: 'string' },
    createdAt: { type: 'number', required: true, readOnly: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'document#${id}') },
  },
}))
export type DocumentItem = EntityItem<typeof DocumentEntity>

/** Returns whether a document was read, or cannot be read. */
export function isFinished(status: DocumentItem['status']): boolean {
  return isSearchable(status) || status === 'error'
}

/** Returns whether an agent searches a document with this status. */
export function isSearchable(status: DocumentItem['status'] | undefined): boolean {
  return status === 'ready' || status === 'partial'
}

/** Returns what is missing of a document, what its owner should know of it, or why it cannot be read, as text for its owner. */
export function problemOf({ status, problem, missing, note }: DocumentItem): string | undefined {
  if (status === 'ready') return note
  if (status === 'partial') return [missing ?? 'A part of the file could not be read.', note].filter(Boolean).join(' ')
  if (status !== 'error') return undefined
  return problem ? DOCUMENT_PROBLEMS[problem] : 'The file could not be read.'
}
export type NewDocumentItem = CreateEntityItem<typeof DocumentEntity>

/**
 * Deletes the items and objects of documents that the agent no longer has. Items are deleted first: a concurrent reader
 * then finds no item, and deletes its objects. A failure is logged, because its only effect is unused storage.
 */
export async function removeDocuments(organizationId: string, agentId: string, ids: readonly string[]): Promise<void> {
  await Promise.all(
    ids.map((id) =>
      DocumentEntity.delete({ organizationId, agentId, id })
        .go()
        .catch((error: unknown) => logError('document.orphaned', error, { agentId, documentId: id })),
    ),
  )
  await deleteObjects(documentObjects(organizationId, agentId, ids))
}

/** Removes documents that the agent no longer has from its index. A failure is logged: a search ignores them. */
export async function removeFromIndex(organizationId: string, agentId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await removeSegments({ organizationId, agentId }, ids).catch((error: unknown) =>
    logError('document.orphaned', error, { agentId }),
  )
}

/** Returns the items of an agent's documents, in no order. */
export async function listDocumentItems(organizationId: string, agentId: string): Promise<DocumentItem[]> {
  const { data } = await DocumentEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  return data
}

export const RECONCILED_DOCUMENTS = /* @__PURE__ */ reconciledKind({
  name: 'documents',
  entity: 'document',
  filter: '#s IN (:pendingDocument, :processingDocument)',
  values: { ':pendingDocument': 'pending', ':processingDocument': 'processing' },
  attributes: ['s', 'createdAt', 'arrivesUntil', 'out'],
  parse: (Item) => DocumentEntity.parse({ Item }),
  overdue({ status, createdAt, arrivesUntil, out }, { dueBefore }) {
    return !isFinished(status) && Math.max(createdAt, arrivesUntil) < dueBefore ? out : undefined
  },
})
