export function documentObjects(organizationId: string, agentId: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [
    documentKey(organizationId, agentId, id),
    passagesKey(organizationId, agentId, id),
    pageTextsKey(organizationId, agentId, id),
  ])
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
