import { DocumentEntity, type DocumentItem } from './document-entity.ts'

/** Returns the items of an agent's documents, in no order. */
export async function listDocumentItems(organizationId: string, agentId: string): Promise<DocumentItem[]> {
  const { data } = await DocumentEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  return data
}
