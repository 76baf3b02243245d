import { putObject } from '../../platform/objects/objects.ts'
import { passagesKey } from './document-objects.ts'
import { loadAnalyzer } from './search/analyzer.ts'
import { embedPassages } from './search/embed-passages.ts'
import { storeSegment } from './search/part-store.ts'
import { buildSegment } from './search/segment.ts'
import { type Passage, packPassages } from './text/split-passages.ts'

interface StoredText {
  readonly id: string
  /** The version of the file that the passages are from. */
  readonly etag: string
  readonly passages: readonly Passage[]
}

/** Stores the passages of a document or a page, and adds them to the index of their agent. Returns the model that embedded them. */
export async function storePassages(
  organizationId: string,
  agentId: string,
  { id, etag, passages }: StoredText,
): Promise<{ readonly embeddedBy: string | undefined }> {
  await putObject(passagesKey(organizationId, agentId, id), await packPassages(passages), 'application/gzip')
  const segment = buildSegment(passages, await loadAnalyzer())
  const vectors = await embedPassages(passages, { organizationId, agentId })
  await storeSegment({ organizationId, agentId }, { id, etag, segment: { ...segment, ...(vectors && { vectors }) } })
  return { embeddedBy: vectors?.model }
}

/** Returns the length of passages. */
export function charactersOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0)
}
