/** Where the file of an agent's document is in the bucket. */
export function documentKey(organizationId: string, agentId: string, documentId: string): string {
  return `documents/${organizationId}/${agentId}/${documentId}`
}
