export function documentKey(organizationId: string, agentId: string, documentId: string): string {
  return `documents/${organizationId}/${agentId}/${documentId}`
}

/** Returns the key of the passages of the file (`packPassages`). */
export function passagesKey(organizationId: string, agentId: string, documentId: string): string {
  return `${documentKey(organizationId, agentId, documentId)}.passages.json.gz`
}
