import type { StoredAgent } from '../../agents/find-agent.ts'
import { listDocumentItems } from '../list-document-items.ts'

export interface ReadyDocument {
  readonly id: string
  readonly name: string
  /** ETag of the file of the passages. */
  readonly etag: string
  /** Length of its passages. */
  readonly characters: number
}

/** Returns the documents of an agent that can be searched, in the agent's order. */
export async function readyDocuments({ head, settings }: StoredAgent): Promise<ReadyDocument[]> {
  if (settings.documents.length === 0) return []
  const items = new Map((await listDocumentItems(head.organizationId, head.id)).map((item) => [item.id, item]))
  return settings.documents.flatMap(({ id, name }) => {
    const { status, etag = '', characters = 0 } = items.get(id) ?? {}
    return status === 'ready' ? [{ id, name, etag, characters }] : []
  })
}
