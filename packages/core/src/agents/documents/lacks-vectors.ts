/** Returns whether a stored document or page has a text that another model embedded, or none. */
export function lacksVectors(item: Readonly<Record<string, unknown>>, model: string): boolean {
  const hasText = item._e === 'document' ? item.s === 'ready' || item.s === 'partial' : item.etag !== undefined
  return hasText && item.embeddedBy !== model
}
