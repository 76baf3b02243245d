import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'

/** Maximum number of characters of a passage without its header. */
export const PASSAGE_LENGTH = 1000
/** Number of characters that a passage shares with the one before, so that text across a boundary is found too. */
export const OVERLAP = 150

/** Boundaries where a text may be split, best first. The split is after the match. */
const BOUNDARIES = [/\n\n/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]/g, /[,;]?\s/g, /[,;|]/g]

/** Splits sections into passages of at most `PASSAGE_LENGTH`, at the ends of paragraphs, lines, sentences or words. */
export function splitPassages(sections: readonly Section[]): Passage[] {
  return sections.flatMap(({ place, text, header }) =>
    pieces(tidy(text)).map((piece, index) => ({
      place,
      text: header !== undefined && index > 0 ? `${header}\n${piece}` : piece,
    })),
  )
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function pieces(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const rest = text.length - start
    const end =
      rest <= PASSAGE_LENGTH ? text.length : boundaryIn(text, start + PASSAGE_LENGTH / 2, start + PASSAGE_LENGTH)
    const piece = text.slice(start, end).trim()
    if (piece) found.push(piece)
    start = end === text.length ? end : overlapStart(text, end)
  }
  return found
}

/** Returns the last of the best boundaries between two positions, or the second position. */
function boundaryIn(text: string, from: number, to: number): number {
  const window = text.slice(from, to)
  for (const boundary of BOUNDARIES) {
    const last = [...window.matchAll(boundary)].at(-1)
    if (last) return from + last.index + last[0].length
  }
  return beforePair(text, to)
}

/** Returns the end of the first boundary that is at most `OVERLAP` before `end`. */
function overlapStart(text: string, end: number): number {
  const from = end - OVERLAP
  const window = text.slice(from, end).trimEnd()
  for (const boundary of BOUNDARIES.slice(1)) {
    const first = window.matchAll(boundary).next().value
    if (first && first.index + first[0].length < window.length) return from + first.index + first[0].length
  }
  return beforePair(text, from)
}

/** Returns a position that does not split a surrogate pair. */
function beforePair(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

export interface Section {
  /** `page 3`, the headings above it, or `''`. */
  readonly place: string
  readonly text: string
  /** Precedes every passage after the first: the column names of a table. */
  readonly header?: string
}

/** Maximum number of characters of a document: about two thousand pages. */
export const LONGEST_TEXT = 5_000_000

const Passages = v.array(v.object({ place: v.string(), text: v.string() }))

/** A piece of a document, about one or two paragraphs. `place` is its position: `page 3`, a heading, `''`. */
export type Passage = v.InferOutput<typeof Passages>[number]

/** Packs passages as they are stored: gzipped JSON. */
export async function packPassages(passages: readonly Passage[]): Promise<Uint8Array> {
  return await promisify(gzip)(JSON.stringify(passages))
}

export async function unpackPassages(packed: Uint8Array): Promise<Passage[]> {
  return v.parse(Passages, JSON.parse((await promisify(gunzip)(packed)).toString()))
}
