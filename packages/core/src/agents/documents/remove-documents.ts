import { logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { DocumentEntity } from './document-entity.ts'
import { documentKey, passagesKey } from './document-key.ts'

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
