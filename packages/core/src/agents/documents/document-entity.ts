import type { CreateEntityItem, EntityItem } from 'electrodb'
import { InternalError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { outAttribute, type ReconciledKind } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { removeSegments } from './search/part-store.ts'

/** Maximum number of characters of the ready documents of an agent together. */
export const MOST_CHARACTERS = 50_000_000

/** Why a document's status is `error`, as text for its owner. */
export const DOCUMENT_PROBLEMS = {
  never_arrived: 'The file was announced but not uploaded. Announce it again, then upload it within 15 minutes.',
  too_large: 'The file is larger than 20 MB. Split it.',
  empty: 'The file is empty.',
  no_text: 'The file has no text. A scan needs text recognition first.',
  over_limit:
    'The pages of the file are pictures, and were not read because a monthly limit is used up. When the limit allows it, delete the document and upload the file again.',
  model_down:
    'The pages of the file are pictures, and were not read because the model did not respond. Delete the document and upload the file again later.',
  not_text: 'The file is not a text file: it contains binary data.',
  unknown_encoding:
    'The encoding of the characters is not known. Choose the encoding, or save the file as UTF-8 and upload it again.',
  unreadable_fonts:
    'The file does not say which characters its fonts have. Print it to a PDF again from the program that made it, or save it as docx.',
  encrypted:
    'The file has a password, or it is an old .doc, .xls or .ppt file. Save it without a password, as docx, xlsx, pptx or pdf.',
  damaged: 'The file cannot be opened: it is damaged, or its type does not match its name.',
  inflated: 'The unpacked file is too large. Remove its pictures, or split it.',
  too_long: 'The file has more than 5 million characters of text. Split it.',
  too_much:
    'The documents of the agent have more than 50 million characters of text together. Delete others, then upload it again.',
  too_intricate: 'The file takes too long to read. Save it in a simpler form, or as plain text.',
} as const

export type DocumentProblem = keyof typeof DOCUMENT_PROBLEMS

/** Thrown for a file that cannot be read, with a reason for its owner. */
export class UnreadableError extends InternalError {
  override name = 'UnreadableError'
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

const problems: readonly DocumentProblem[] = Object.keys(DOCUMENT_PROBLEMS).filter((code) => isProblem(code))

function isProblem(code: string): code is DocumentProblem {
  return code in DOCUMENT_PROBLEMS
}

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
    problem: { type: problems },
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

export function documentObjects(organizationId: string, agentId: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [
    documentKey(organizationId, agentId, id),
    passagesKey(organizationId, agentId, id),
    pageTextsKey(organizationId, agentId, id),
  ])
}

/** Returns the items of an agent's documents, in no order. */
export async function listDocumentItems(organizationId: string, agentId: string): Promise<DocumentItem[]> {
  const { data } = await DocumentEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  return data
}

export function documentKey(organizationId: string, agentId: string, documentId: string): string {
  return `documents/${organizationId}/${agentId}/${documentId}`
}

/** Returns the key of the passages of the file (`packPassages`). */
export function passagesKey(organizationId: string, agentId: string, documentId: string): string {
  return `${documentKey(organizationId, agentId, documentId)}.passages.json.gz`
}

/** Returns the key of what a model read of pages that are pictures, as JSON. */
export function pageTextsKey(organizationId: string, agentId: string, documentId: string): string {
  return `${documentKey(organizationId, agentId, documentId)}.pages.json`
}

export const RECONCILED_DOCUMENTS: ReconciledKind = {
  name: 'documents',
  entity: 'document',
  filter: '#s IN (:pendingDocument, :processingDocument)',
  values: { ':pendingDocument': 'pending', ':processingDocument': 'processing' },
  attributes: ['s', 'createdAt', 'arrivesUntil', 'out'],
  overdue(stored, { dueBefore }) {
    const { data } = DocumentEntity.parse({ Item: { ...stored } })
    if (!data || isFinished(data.status)) return undefined
    if (Math.max(data.createdAt, data.arrivesUntil) >= dueBefore) return undefined
    return data.out
  },
}
