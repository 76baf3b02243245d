import { log } from '../../../platform/log/log.ts'
import { findObject } from '../../../platform/objects/read-objects.ts'
import { findAgent, type StoredAgent } from '../../find-agent.ts'
import { listDocumentItems, passagesKey } from '../document-store.ts'
import { type Passage, unpackPassages } from '../passages.ts'
import { type FoundPassage, rankPassages } from './rank-passages.ts'

/** Maximum number of characters in one search. Limited by a second of time and the function's memory. */
const SEARCHED_CHARACTERS = 20_000_000
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
    return characters <= SEARCHED_CHARACTERS
  })
  return {
    searched: documents.filter((_, index) => fits[index]),
    leftOut: documents.filter((_, index) => !fits[index]),
  }
}

/** Maximum number of characters that a Lambda instance caches. */
const CACHED_CHARACTERS = 10_000_000
const LARGEST_PACKED_BYTES = 50 * 1024 * 1024

interface Cached {
  readonly etag: string
  readonly characters: number
  readonly passages: readonly Passage[]
}

/** By key in the bucket, least recently used first. */
const cache = new Map<string, Cached>()

/** Returns the passages of a document; empty if it was deleted meanwhile. */
async function getPassages(
  organizationId: string,
  agentId: string,
  document: ReadyDocument,
): Promise<readonly Passage[]> {
  const { id, etag, characters } = document
  const key = passagesKey(organizationId, agentId, id)
  const known = cache.get(key)
  cache.delete(key)
  if (known?.etag === etag) {
    cache.set(key, known)
    return known.passages
  }
  const stored = await findObject(key, LARGEST_PACKED_BYTES)
  if (!stored?.bytes) return []
  const passages = await unpackPassages(stored.bytes)
  cache.set(key, { etag, characters, passages })
  shrink()
  return passages
}

function shrink(): void {
  let cached = [...cache.values()].reduce((sum, { characters }) => sum + characters, 0)
  for (const [key, { characters }] of cache) {
    if (cached <= CACHED_CHARACTERS) return
    cache.delete(key)
    cached -= characters
  }
}

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
