import type { Passage } from '../text/split-passages.ts'
import type { Analyzer } from './analyzer.ts'

/**
 * The search index of one document. Terms are UTF-8, ascending. It stays in this form while it is searched, because
 * strings and maps take several times the memory.
 */
export interface Segment {
  readonly languages: readonly string[]
  /** Number of terms of each passage. */
  readonly lengths: Uint32Array
  readonly terms: Buffer
  /** End of each term in `terms`. */
  readonly termEnds: Uint32Array
  /** The terms in the order of their reversed bytes, to find endings. Empty for languages without compounds. */
  readonly reversed: Uint32Array
  /** Passage and frequency (`readPosting`), by term. */
  readonly postings: Uint32Array
  /** End of each term's postings. */
  readonly postingEnds: Uint32Array
  /** Absent without an embedding model. */
  readonly vectors?: SegmentVectors
}

/** The vectors of all passages, one after the other, by the model that embedded them. */
export interface SegmentVectors {
  readonly model: string
  readonly dimensions: number
  readonly values: Int8Array
}

/** Languages that write compounds as one word. */
export const COMPOUNDING: ReadonlySet<string> = new Set([
  'german',
  'dutch',
  'danish',
  'swedish',
  'norwegian',
  'finnish',
  'hungarian',
])

const FREQUENCY_BITS = 6
const MOST_FREQUENT = (1 << FREQUENCY_BITS) - 1
/** A word of the heading counts as often as this in the text. */
const HEADING = 3
const LONGEST_TERM_BYTES = 64

export function passageOf(posting: number): number {
  return posting >>> FREQUENCY_BITS
}

export function frequencyOf(posting: number): number {
  return posting & MOST_FREQUENT
}

/** Builds the index of a document's passages. */
export function buildSegment(passages: readonly Passage[], analyzer: Analyzer): Segment {
  const whole = analyzer.languageOf(passages.map(({ text }) => text.slice(0, 300)).join('\n'))
  const languages = passages.map(({ text }) => analyzer.languageOf(text) || whole)
  const byTerm = new Map<string, number[]>()
  const lengths = passages.map(({ place, text }, passage) => {
    const terms = analyzer.termsOf(text, languages[passage] ?? '')
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const term of new Set(analyzer.termsOf(place, languages[passage] ?? '')))
      counts.set(term, (counts.get(term) ?? 0) + HEADING)
    for (const [term, count] of counts) {
      const posting = (passage << FREQUENCY_BITS) | Math.min(count, MOST_FREQUENT)
      const known = byTerm.get(term)
      if (known) known.push(posting)
      else byTerm.set(term, [posting])
    }
    return terms.length
  })
  const entries = [...byTerm]
    .map(([term, postings]) => ({ bytes: Buffer.from(term), postings }))
    .filter(({ bytes }) => bytes.length <= LONGEST_TERM_BYTES)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  const names = [...new Set(languages)].filter((name) => name !== '')
  return {
    languages: names,
    lengths: Uint32Array.from(lengths),
    terms: Buffer.concat(entries.map(({ bytes }) => bytes)),
    termEnds: ends(entries.map(({ bytes }) => bytes.length)),
    reversed: names.some((name) => COMPOUNDING.has(name))
      ? reversedOrder(entries.map(({ bytes }) => bytes))
      : new Uint32Array(),
    postings: Uint32Array.from(entries.flatMap(({ postings }) => postings)),
    postingEnds: ends(entries.map(({ postings }) => postings.length)),
  }
}

function reversedOrder(terms: readonly Buffer[]): Uint32Array {
  const backwards = terms.map((bytes, index) => ({ index, bytes: Buffer.from(bytes).reverse() }))
  backwards.sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  return Uint32Array.from(backwards, ({ index }) => index)
}

function ends(lengths: readonly number[]): Uint32Array {
  let end = 0
  return Uint32Array.from(lengths, (length) => {
    end += length
    return end
  })
}

/** Returns the postings of the term with this index. */
export function postingsOf({ postings, postingEnds }: Segment, term: number): Uint32Array {
  return postings.subarray(postingEnds[term - 1] ?? 0, postingEnds[term])
}

export function termBytes({ termEnds }: Segment, term: number): { readonly start: number; readonly end: number } {
  return { start: termEnds[term - 1] ?? 0, end: termEnds[term] ?? 0 }
}

/** Returns the index of a term, or undefined. */
export function findTerm(segment: Segment, term: Buffer): number | undefined {
  const found = lowerBound(segment.termEnds.length, (index) => compareTerm(segment, index, term) < 0)
  return found < segment.termEnds.length && compareTerm(segment, found, term) === 0 ? found : undefined
}

function compareTerm(segment: Segment, index: number, term: Buffer): number {
  const { start, end } = termBytes(segment, index)
  const { terms } = segment
  const shared = Math.min(end - start, term.length)
  // Most terms differ in the first bytes. Buffer.compare takes several times as long.
  for (let at = 0; at < shared; at++) {
    const difference = (terms[start + at] ?? 0) - (term[at] ?? 0)
    if (difference !== 0) return difference
  }
  return end - start - term.length
}

/** Returns the indexes of terms that start with these bytes. */
export function termsWithPrefix(segment: Segment, prefix: Buffer): number[] {
  const { termEnds } = segment
  const first = lowerBound(termEnds.length, (index) => compareTerm(segment, index, prefix) < 0)
  const found: number[] = []
  for (let index = first; index < termEnds.length && startsWith(segment, index, prefix); index++) found.push(index)
  return found
}

function startsWith(segment: Segment, index: number, prefix: Buffer): boolean {
  const { start, end } = termBytes(segment, index)
  if (end - start < prefix.length) return false
  for (let at = 0; at < prefix.length; at++) if (segment.terms[start + at] !== prefix[at]) return false
  return true
}

/** Returns the indexes of terms that end with these bytes. */
export function termsWithSuffix(segment: Segment, suffix: Buffer): number[] {
  const { reversed, terms } = segment
  const compare = (position: number) => {
    const { start, end } = termBytes(segment, reversed[position] ?? 0)
    for (let back = 1; back <= suffix.length; back++) {
      if (end - back < start) return -1
      const difference = (terms[end - back] ?? 0) - (suffix[suffix.length - back] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }
  const found: number[] = []
  for (
    let position = lowerBound(reversed.length, (index) => compare(index) < 0);
    position < reversed.length && compare(position) === 0;
    position++
  )
    found.push(reversed[position] ?? 0)
  return found
}

function lowerBound(length: number, isBelow: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(middle)) low = middle + 1
    else high = middle
  }
  return low
}
