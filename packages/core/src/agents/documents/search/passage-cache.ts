import { findObject } from '../../../platform/objects/read-objects.ts'
import { passagesKey } from '../document-key.ts'
import { type Passage, unpackPassages } from '../passages.ts'
import type { ReadyDocument } from './ready-documents.ts'

/** Maximum number of characters that a Lambda instance caches. */
const MOST_CHARACTERS = 10_000_000
const LARGEST_PACKED_BYTES = 50 * 1024 * 1024

interface Cached {
  readonly etag: string
  readonly characters: number
  readonly passages: readonly Passage[]
}

/** By key in the bucket, least recently used first. */
const cache = new Map<string, Cached>()

/** Returns the passages of a document; empty if it was deleted meanwhile. */
export async function getPassages(
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
    if (cached <= MOST_CHARACTERS) return
    cache.delete(key)
    cached -= characters
  }
}
