/** Where the file of an agent's document is in the bucket. */
export function documentKey(organizationId: string, agentId: string, documentId: string): string {
  return `documents/${organizationId}/${agentId}/${documentId}`
}

/** Where the passages are that were made of its file (`packPassages`). */
export function passagesKey(organizationId: string, agentId: string, documentId: string): string {
  return `${documentKey(organizationId, agentId, documentId)}.passages.json.gz`
}
