import { log } from '../../../platform/log/log.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { getPassages } from './passage-cache.ts'
import { type FoundPassage, rankPassages } from './rank-passages.ts'
import { type ReadyDocument, readyDocuments } from './ready-documents.ts'

/** Maximum number of characters in one search. Limited by a second of time and the function's memory. */
const MOST_CHARACTERS = 20_000_000
/** Number of objects that are read concurrently. */
const READ_AT_ONCE = 20
const DEFAULT_LIMIT = 5

export interface SearchAnswer {
  readonly passages: readonly FoundPassage[]
  /** Documents beyond the limit. */
  readonly leftOut: readonly ReadyDocument[]
}

/** Returns the passages of an agent's documents that match a query best, best first; empty for an unknown agent. */
export async function searchDocuments(
  organizationId: string,
  agentId: string,
  query: string,
  { limit = DEFAULT_LIMIT }: { readonly limit?: number } = {},
): Promise<readonly FoundPassage[]> {
  const agent = await findAgent(organizationId, agentId)
  if (!agent) return []
  const { passages } = await searchIn(organizationId, agentId, await readyDocuments(agent), query, limit)
  return passages
}

/** As `searchDocuments`, in documents read before. Reads one S3 object for each document that is not in the cache. */
export async function searchIn(
  organizationId: string,
  agentId: string,
  documents: readonly ReadyDocument[],
  query: string,
  limit = DEFAULT_LIMIT,
): Promise<SearchAnswer> {
  const started = performance.now()
  const { searched, leftOut } = withinLimit(documents)
  const read: { id: string; name: string; passages: Awaited<ReturnType<typeof getPassages>> }[] = []
  for (let start = 0; start < searched.length; start += READ_AT_ONCE) {
    const some = searched.slice(start, start + READ_AT_ONCE).map(async (document) => ({
      id: document.id,
      name: document.name,
      passages: await getPassages(organizationId, agentId, document),
    }))
    read.push(...(await Promise.all(some)))
  }
  const passages = rankPassages(read, query, limit)
  const durationMs = Math.round(performance.now() - started)
  log('documents.searched', {
    agentId,
    documents: searched.length,
    leftOut: leftOut.length,
    found: passages.length,
    durationMs,
  })
  return { passages, leftOut }
}

function withinLimit(documents: readonly ReadyDocument[]) {
  let characters = 0
  const fits = documents.map((document) => {
    characters += document.characters
    return characters <= MOST_CHARACTERS
  })
  return {
    searched: documents.filter((_, index) => fits[index]),
    leftOut: documents.filter((_, index) => !fits[index]),
  }
}
