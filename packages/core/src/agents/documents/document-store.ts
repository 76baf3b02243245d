import { logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { DocumentEntity, type DocumentItem } from './document-entity.ts'

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

export function documentObjects(organizationId: string, agentId: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [documentKey(organizationId, agentId, id), passagesKey(organizationId, agentId, id)])
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
