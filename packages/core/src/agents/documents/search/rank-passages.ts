import type { Passage } from '../text/split-passages.ts'
import { loadAnalyzer } from './analyzer.ts'
import type { FoundPassage } from './found-passage.ts'
import { searchSegments } from './search-segments.ts'
import { buildSegment } from './segment.ts'

interface SearchedDocument {
  readonly id: string
  readonly name: string
  readonly passages: readonly Passage[]
}

/** Returns a function that returns the passages of documents that match a query best, best first. */
export async function passageRanking(
  documents: readonly SearchedDocument[],
): Promise<(query: string, limit: number) => FoundPassage[]> {
  const analyzer = await loadAnalyzer()
  const segments = documents.map(({ name, passages }) => ({ name, segment: buildSegment(passages, analyzer) }))
  return (query, limit) =>
    searchSegments(segments, query, limit, analyzer).flatMap(({ document, passage }) => {
      const { id, name, passages } = documents[document] ?? { id: '', name: '', passages: [] }
      const found = passages[passage]
      return found ? [{ documentId: id, documentName: name, ...found }] : []
    })
}
