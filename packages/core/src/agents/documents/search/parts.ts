import { parseJson } from '@replywright/contract/json.ts'
import * as v from 'valibot'
import type { Segment } from './segment.ts'

/** Raised when the terms of texts change. Parts of another format are not read: their documents are indexed again. */
const FORMAT = 1
/** An agent's index has this number of parts, by the last digit of the ids of documents. A change rewrites one part. */
export const PARTS = 16

/** The index of a document in a part. */
export interface IndexedDocument {
  readonly id: string
  /** ETag of the file that was indexed. */
  readonly etag: string
  readonly segment: Segment
}

/** Returns the number of the part with this document. */
export function partOf(documentId: string): number {
  const digit = Number.parseInt(documentId.slice(-1), PARTS)
  return Number.isNaN(digit) ? 0 : digit
}

const Header = v.object({
  format: v.literal(FORMAT),
  documents: v.array(
    v.object({
      id: v.string(),
      etag: v.string(),
      languages: v.array(v.string()),
      passages: v.number(),
      terms: v.number(),
      termBytes: v.number(),
      reversed: v.number(),
      postings: v.number(),
      vectors: v.optional(v.object({ model: v.string(), dimensions: v.number(), bytes: v.number() })),
    }),
  ),
})

const WORD = 4

/**
 * Encodes the index of several documents: the length of the header, the header as JSON, and for each document its
 * arrays. Numbers are 32 bits, little endian, and aligned.
 */
export function encodePart(documents: readonly IndexedDocument[]): Buffer {
  const header = {
    format: FORMAT,
    documents: documents.map(({ id, etag, segment }) => ({
      id,
      etag,
      languages: segment.languages,
      passages: segment.lengths.length,
      terms: segment.termEnds.length,
      termBytes: segment.terms.length,
      reversed: segment.reversed.length,
      postings: segment.postings.length,
      ...(segment.vectors && {
        vectors: {
          model: segment.vectors.model,
          dimensions: segment.vectors.dimensions,
          bytes: segment.vectors.values.length,
        },
      }),
    })),
  }
  const text = padded(Buffer.from(JSON.stringify(header)), ' ')
  const length = Buffer.alloc(WORD)
  length.writeUInt32LE(text.length)
  const arrays = documents.flatMap(({ segment }) => [
    ...[segment.lengths, segment.termEnds, segment.reversed, segment.postingEnds, segment.postings].map(bytesOf),
    padded(segment.terms, '\0'),
    ...(segment.vectors ? [padded(bytesOf(segment.vectors.values), '\0')] : []),
  ])
  return Buffer.concat([length, text, ...arrays])
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function padded(bytes: Buffer, filler: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(filler.repeat(paddingOf(bytes.length)))])
}

function paddingOf(length: number): number {
  return (WORD - (length % WORD)) % WORD
}

/** Decodes a part, without copying its arrays. Returns no document for bytes of another format. */
export function decodePart(bytes: Uint8Array): IndexedDocument[] {
  // The arrays require an aligned start.
  const { buffer } = bytes.byteOffset === 0 ? bytes : new Uint8Array(bytes)
  const text = Buffer.from(buffer)
  const length = bytes.length < WORD ? 0 : text.readUInt32LE()
  const header = v.safeParse(Header, parseJson(text.toString('utf8', WORD, WORD + length))?.value)
  if (!header.success) return []
  let at = WORD + length
  const numbers = (count: number) => {
    const array = new Uint32Array(buffer, at, count)
    at += count * WORD
    return array
  }
  const bytesAt = (count: number) => {
    const start = at
    at += count + paddingOf(count)
    return start
  }
  return header.output.documents.map(({ id, etag, languages, vectors: embedded, ...counts }) => {
    const segment = {
      languages,
      lengths: numbers(counts.passages),
      termEnds: numbers(counts.terms),
      reversed: numbers(counts.reversed),
      postingEnds: numbers(counts.terms),
      postings: numbers(counts.postings),
      terms: Buffer.from(buffer, bytesAt(counts.termBytes), counts.termBytes),
    }
    if (!embedded) return { id, etag, segment }
    const values = new Int8Array(buffer, bytesAt(embedded.bytes), embedded.bytes)
    return {
      id,
      etag,
      segment: { ...segment, vectors: { model: embedded.model, dimensions: embedded.dimensions, values } },
    }
  })
}

/** Returns the bytes of memory that an index takes. */
export function sizeOf({ segment }: IndexedDocument): number {
  const { lengths, termEnds, reversed, postingEnds, postings, terms, vectors } = segment
  return (
    terms.length +
    (vectors?.values.length ?? 0) +
    WORD * (lengths.length + termEnds.length + reversed.length + postingEnds.length + postings.length)
  )
}
