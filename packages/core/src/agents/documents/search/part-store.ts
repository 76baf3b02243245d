import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { InternalError } from '../../../platform/errors.ts'
import { putObjectIf } from '../../../platform/objects/conditional-put.ts'
import { deleteObjects } from '../../../platform/objects/objects.ts'
import { findObject } from '../../../platform/objects/read-objects.ts'
import { decodePart, encodePart, type IndexedDocument, PARTS, partOf, sizeOf } from './parts.ts'
import type { Segment } from './segment.ts'

const LARGEST_PART_BYTES = 100 * 1024 * 1024
/** Writes of one part by other workers, at most two at once, may conflict. */
const MOST_TRIES = 10

interface Agent {
  readonly organizationId: string
  readonly agentId: string
}

/** Returns the key of a part of an agent's index, whose documents have ids that end with the same digit. */
export function partKey({ organizationId, agentId }: Agent, part: number): string {
  return `documents/${organizationId}/${agentId}/index-${part.toString(PARTS)}`
}

/** Adds a document to the index of its agent, in place of an earlier version. Rewrites one part. */
export async function storeSegment(agent: Agent, document: IndexedDocument): Promise<void> {
  await changePart(agent, partOf(document.id), (known) => [...known.filter(({ id }) => id !== document.id), document])
}

/** Removes documents from the index of their agent. Rewrites the parts that contain them. */
export async function removeSegments(agent: Agent, ids: readonly string[]): Promise<void> {
  const removed = new Set(ids)
  const parts = new Set(ids.map(partOf))
  await Promise.all(
    [...parts].map((part) => changePart(agent, part, (known) => known.filter(({ id }) => !removed.has(id)))),
  )
}

/** Deletes the whole index of an agent that was deleted. */
export async function deleteIndex(agent: Agent): Promise<void> {
  await deleteObjects(Array.from({ length: PARTS }, (_, part) => partKey(agent, part)))
}

async function changePart(
  agent: Agent,
  part: number,
  change: (known: readonly IndexedDocument[]) => readonly IndexedDocument[],
): Promise<void> {
  const key = partKey(agent, part)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { etag, documents } = await readPart(key)
    const changed = change(documents)
    if (changed.length === documents.length && changed.every((document, index) => document === documents[index])) return
    // A document that another worker adds now is indexed again by the next search.
    if (changed.length === 0) return await deleteObjects([key])
    const bytes = await promisify(gzip)(encodePart(changed), { level: 1 })
    if (await putObjectIf(key, bytes, 'application/gzip', etag)) return
  }
  throw new InternalError('The index of the documents was changed concurrently.')
}

async function readPart(key: string): Promise<{ readonly etag?: string; readonly documents: IndexedDocument[] }> {
  const stored = await findObject(key, LARGEST_PART_BYTES)
  if (!stored) return { documents: [] }
  const bytes = stored.bytes ? await promisify(gunzip)(stored.bytes) : Buffer.alloc(0)
  return { etag: stored.etag, documents: decodePart(bytes) }
}

/** Maximum number of bytes of parts that a Lambda instance caches. */
const CACHED_BYTES = 96_000_000

interface CachedPart {
  bytes: number
  readonly documents: Map<string, IndexedDocument>
}

/** By key in the bucket, least recently used first. */
const cache = new Map<string, CachedPart>()

/**
 * Returns the indexes of documents by their ids, without those that the stored index lacks. A part is read only if it
 * is not in the cache, or if the cache has another version of one of the documents.
 */
export async function findSegments(
  agent: Agent,
  documents: readonly Pick<IndexedDocument, 'id' | 'etag'>[],
): Promise<Map<string, Segment>> {
  const byPart = Map.groupBy(documents, ({ id }) => partOf(id))
  const found = new Map<string, Segment>()
  await Promise.all(
    [...byPart].map(async ([part, wanted]) => {
      const known = await currentPart(partKey(agent, part), wanted)
      for (const { id, etag } of wanted) {
        const indexed = known.documents.get(id)
        if (indexed?.etag === etag) found.set(id, indexed.segment)
      }
    }),
  )
  shrink()
  return found
}

/** Adds a document, which the stored index lacks, to the cache only. */
export function cacheSegment(agent: Agent, document: IndexedDocument): void {
  const part = cache.get(partKey(agent, partOf(document.id)))
  if (!part) return
  part.documents.set(document.id, document)
  part.bytes += sizeOf(document)
}

async function currentPart(key: string, wanted: readonly Pick<IndexedDocument, 'id' | 'etag'>[]): Promise<CachedPart> {
  const known = cache.get(key)
  cache.delete(key)
  const isCurrent = known && wanted.every(({ id, etag }) => known.documents.get(id)?.etag === etag)
  const part = isCurrent ? known : cached((await readPart(key)).documents)
  cache.set(key, part)
  return part
}

function cached(documents: readonly IndexedDocument[]): CachedPart {
  return {
    bytes: documents.reduce((sum, document) => sum + sizeOf(document), 0),
    documents: new Map(documents.map((document) => [document.id, document])),
  }
}

function shrink(): void {
  let total = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [key, { bytes }] of cache) {
    if (total <= CACHED_BYTES) return
    cache.delete(key)
    total -= bytes
  }
}
