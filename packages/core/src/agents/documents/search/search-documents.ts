import { log } from '../../../platform/log/log.ts'
import { findObject } from '../../../platform/objects/read-objects.ts'
import type { StoredAgent } from '../../find-agent.ts'
import { shorten } from '../../models/shorten.ts'
import type { Tool, ToolCall } from '../../tool.ts'
import { dailyWebsites } from '../../websites/website-config.ts'
import { listPages } from '../../websites/website-page-entity.ts'
import { isSearchable, listDocumentItems, MOST_CHARACTERS } from '../document-entity.ts'
import { passagesKey } from '../document-objects.ts'
import { type Passage, unpackPassages } from '../text/split-passages.ts'
import { loadAnalyzer } from './analyzer.ts'
import { embedQuery } from './embed-passages.ts'
import type { FoundPassage } from './found-passage.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { nearestPassages } from './nearest-passages.ts'
import { cacheSegment, findSegments } from './part-store.ts'
import { searchSegments } from './search-segments.ts'
import { buildSegment, type Segment } from './segment.ts'

/** Maximum number of characters in one search. Documents beyond it exist only if several became ready at once. */
const SEARCHED_CHARACTERS = MOST_CHARACTERS
/** Number of objects that are read concurrently. */
const READ_AT_ONCE = 20
const MOST_PASSAGES = 5
/** Number of passages of each ranking that are combined. */
const FUSED = 50

interface SearchAnswer {
  readonly passages: readonly FoundPassage[]
  /** Documents beyond the limit. */
  readonly leftOut: readonly ReadyDocument[]
  /** Why documents were found by their words only, for the agent's author. */
  readonly onlyWords?: string
}

/**
 * Returns the passages of an agent's documents that match a query best, best first. Reads the parts of the index that
 * are not in the cache, and the text of the documents with these passages.
 */
export async function searchDocuments(
  organizationId: string,
  agentId: string,
  documents: readonly ReadyDocument[],
  query: string,
  call: Pick<ToolCall, 'signal' | 'now'>,
): Promise<SearchAnswer> {
  const started = performance.now()
  const agent = { organizationId, agentId }
  const { searched, leftOut } = withinLimit(documents)
  const [analyzer, segments, { vector, failed }] = await Promise.all([
    loadAnalyzer(),
    segmentsOf(agent, searched),
    embedQuery(query, agent, call),
  ])
  const indexed = searched.flatMap((document) => {
    const segment = segments.get(document.id)
    return segment ? [{ ...document, segment }] : []
  })
  const hits = vector
    ? fuseRanks(
        [searchSegments(indexed, query, FUSED, analyzer), nearestPassages(indexed, vector, FUSED)],
        MOST_PASSAGES,
      )
    : searchSegments(indexed, query, MOST_PASSAGES, analyzer)
  const unembedded = vector ? indexed.filter(({ segment }) => segment.vectors?.model !== vector.model).length : 0
  const onlyWords = onlyWordsText(failed, unembedded)
  const found = await Promise.all(
    hits.map(async (hit) => {
      const document = indexed[hit.document]
      const passage = document && (await getPassages(agent, document))[hit.passage]
      return passage ? [foundIn(document, passage)] : []
    }),
  )
  const passages = found.flat()
  const durationMs = Math.round(performance.now() - started)
  log('documents.searched', {
    agentId,
    documents: searched.length,
    leftOut: leftOut.length,
    found: passages.length,
    ...(vector && { unembedded }),
    durationMs,
  })
  return { passages, leftOut, ...(onlyWords !== undefined && { onlyWords }) }
}

function foundIn({ id, name, url }: ReadyDocument, passage: Passage): FoundPassage {
  return { documentId: id, documentName: name, ...(url !== undefined && { url }), ...passage }
}

function onlyWordsText(failed: boolean, unembedded: number): string | undefined {
  if (failed) return 'Only words were compared: the embedding model did not respond.'
  if (unembedded === 0) return undefined
  return `Only words were compared in ${unembedded} documents: they were read without the embedding model. An operator can have them embedded.`
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

interface AgentKey {
  readonly organizationId: string
  readonly agentId: string
}

/** Returns the indexes of documents. Builds those that the stored index lacks, such as those of another format. */
async function segmentsOf(agent: AgentKey, documents: readonly ReadyDocument[]): Promise<Map<string, Segment>> {
  const segments = await findSegments(agent, documents)
  const missing = documents.filter(({ id }) => !segments.has(id))
  if (missing.length > 0) log('documents.reindexed', { agentId: agent.agentId, documents: missing.length })
  const analyzer = await loadAnalyzer()
  for (let start = 0; start < missing.length; start += READ_AT_ONCE) {
    const some = missing.slice(start, start + READ_AT_ONCE)
    const read = await Promise.all(
      some.map(async (document) => ({ ...document, passages: await getPassages(agent, document) })),
    )
    for (const { id, etag, passages } of read) {
      const segment = buildSegment(passages, analyzer)
      segments.set(id, segment)
      cacheSegment(agent, { id, etag, segment })
    }
  }
  return segments
}

/** Maximum number of characters of passages that a Lambda instance caches. */
const CACHED_CHARACTERS = 4_000_000
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
  { organizationId, agentId }: AgentKey,
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

interface ReadyDocument {
  readonly id: string
  readonly name: string
  /** The URL of a page that the agent names in its answers. */
  readonly url?: string
  /** ETag of the file of the passages. */
  readonly etag: string
  /** Length of its passages. */
  readonly characters: number
}

/** Returns the documents and pages of an agent that can be searched, in the agent's order. */
export async function readyDocuments(agent: StoredAgent): Promise<ReadyDocument[]> {
  const [files, pages] = await Promise.all([readyFiles(agent), readyPages(agent)])
  return [...files, ...pages]
}

/** Returns the pages of websites that are read daily. The URLs of those that are cited have no secrets. */
async function readyPages({ head, settings }: StoredAgent): Promise<ReadyDocument[]> {
  const cited = new Map(dailyWebsites(settings).map(({ id, cite }) => [id, cite]))
  if (cited.size === 0) return []
  const pages = await listPages(head.organizationId, head.id)
  return pages.flatMap(({ id, websiteId, url, title = '', etag, characters = 0 }) => {
    const cite = cited.get(websiteId)
    if (cite === undefined || etag === undefined) return []
    return [{ id, name: title || url, etag, characters, ...(cite && { url }) }]
  })
}

async function readyFiles({ head, settings }: StoredAgent): Promise<ReadyDocument[]> {
  if (settings.documents.length === 0) return []
  const items = new Map((await listDocumentItems(head.organizationId, head.id)).map((item) => [item.id, item]))
  return settings.documents.flatMap(({ id, name }) => {
    const { status, etag = '', characters = 0 } = items.get(id) ?? {}
    return isSearchable(status) ? [{ id, name, etag, characters }] : []
  })
}

const MOST_NAMED = 30
const LONGEST_NAME = 80
const PARAMETERS = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Words that the passages contain, in the language of the documents. Not a whole sentence.',
    },
  },
  required: ['query'],
  additionalProperties: false,
}

/** Returns a tool that searches the ready documents of an agent, or no tool without such a document. */
export async function documentTools(agent: StoredAgent): Promise<Tool[]> {
  const documents = await readyDocuments(agent)
  if (documents.length === 0) return []
  const { organizationId, id } = agent.head
  const tool: Tool = {
    name: 'search_documents',
    description: describe(documents),
    parameters: PARAMETERS,
    changesOutside: false,
    creditCost: 0,
    run: async ({ query }, call) => {
      const whole = await wholeText(organizationId, id, documents)
      return { text: whole ?? resultText(await searchDocuments(organizationId, id, documents, String(query), call)) }
    },
  }
  return [tool]
}

/** Documents of at most this size together are returned whole, because a search finds only words that they contain. */
const SMALL_BYTES = 12 * 1024

/** Returns the text of all documents, or undefined if they are not small. */
async function wholeText(
  organizationId: string,
  agentId: string,
  documents: readonly ReadyDocument[],
): Promise<string | undefined> {
  const characters = documents.reduce((sum, document) => sum + document.characters, 0)
  if (characters > SMALL_BYTES) return undefined
  const texts = await Promise.all(
    documents.map(async (document) => {
      const passages = await getPassages({ organizationId, agentId }, document)
      return passages.map((passage) => passageText(foundIn(document, passage)))
    }),
  )
  const text = texts.flat().join(SEPARATOR)
  return text !== '' && Buffer.byteLength(text) <= SMALL_BYTES ? text : undefined
}

function describe(documents: readonly ReadyDocument[]): string {
  const names = documents.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(shorten(name, LONGEST_NAME)))
  const more = documents.length > MOST_NAMED ? ` and ${documents.length - MOST_NAMED} more` : ''
  return `Finds passages in the documents ${names.join(', ')}${more}. Search before you answer a question that they may cover. Search again with other words if nothing fits.${documents.some(({ url }) => url !== undefined) ? CITE : ''}`
}

const CITE =
  ' If you answer from a passage with a URL, name the title and the URL of its page at the end of your answer.'

function resultText({ passages, leftOut, onlyWords }: SearchAnswer): string {
  const missing =
    (leftOut.length > 0 ? `\n\nNot searched, because the documents are too large: ${namesOf(leftOut)}.` : '') +
    (onlyWords === undefined ? '' : `\n\n${onlyWords}`)
  if (passages.length === 0)
    return `Nothing was found. Search again with other words that the documents may contain.${missing}`
  return passages.map(passageText).join(SEPARATOR) + missing
}

const SEPARATOR = '\n\n---\n\n'

function passageText({ documentName, url, place, text }: Omit<FoundPassage, 'documentId'>): string {
  const where = [JSON.stringify(documentName), url, place].filter(Boolean).join(', ')
  return `From ${where}:\n${text}`
}

function namesOf(documents: readonly ReadyDocument[]): string {
  const names = documents.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(name))
  const more = documents.length > MOST_NAMED ? ` and ${documents.length - MOST_NAMED} more` : ''
  return names.join(', ') + more
}
