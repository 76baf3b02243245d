import { logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { DocumentEntity } from './document-entity.ts'
import { documentKey, passagesKey } from './document-key.ts'

/**
 * Removes what is kept of documents that the agent does not have any more. The items go first: whoever reads a file at that
 * moment then finds that it is gone, and leaves nothing. A failure is logged: it leaves storage to pay for, nothing else.
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

/** Keys of all objects of documents. */
export function documentObjects(organizationId: string, agentId: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [documentKey(organizationId, agentId, id), passagesKey(organizationId, agentId, id)])
}
