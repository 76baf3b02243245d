import type { Alternative, Analyzer, QueryWord } from './analyzer.ts'
import { editsBetween } from './edits-between.ts'
import {
  COMPOUNDING,
  findTerm,
  frequencyOf,
  passageOf,
  postingsOf,
  type Segment,
  termBytes,
  termsWithPrefix,
  termsWithSuffix,
} from './segment.ts'

export interface SearchedSegment {
  readonly name: string
  readonly segment: Segment
}

/** A passage by the positions of its document and of the passage in it. */
export interface Hit {
  readonly document: number
  readonly passage: number
  readonly score: number
}

const MOST_WORDS = 32
/** Shorter words match only exactly. */
const SHORTEST_PREFIX = 4
const SHORTEST_SUFFIX = 5
const SHORTEST_MISSPELT = 5
/** Words of at least this length may have two wrong letters. */
const TWO_EDITS = 8
const VARIANT_WEIGHT = 0.6
const MISSPELT_WEIGHT = 0.6
const PART_WEIGHT = 0.6
const SHORTEST_COMPOUND = 8
const SHORTEST_PART = 4
const LINKS = /(?:s|es|n|en|e|er)$/
/** Frequency in the text that a word in the name of the document equals. */
const NAME_FREQUENCY = 2
/** BM25: how fast repetitions lose weight, and how much long passages do. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.4
/** How much of the score depends on how many of the words a passage contains. */
const COVERAGE_WEIGHT = 0.6
const FOREIGN_WEIGHT = 0.7
/** Minimum score of a passage, relative to the best one. Others are about another topic. */
const RELEVANT = 0.25

/** Returns the passages that match a query best, best first: BM25 over the text, the headings and the name. */
export function searchSegments(
  documents: readonly SearchedSegment[],
  query: string,
  limit: number,
  analyzer: Analyzer,
): Hit[] {
  const index = createIndex(documents, analyzer)
  const words = analyzer.wordsOf(query, index.languages)
  const rare = words.filter(({ frequent }) => !frequent)
  const wanted = (rare.length > 0 ? rare : words).slice(0, MOST_WORDS)
  if (wanted.length === 0 || index.size === 0) return []
  const scores = new Float64Array(index.size)
  const covered = new Float64Array(index.size)
  let total = 0
  for (const [word, share] of [...wanted.map((word) => [word, 1] as const), ...compoundsOf(wanted, index, analyzer)]) {
    const matches = matchesOf(word, index)
    if (matches.size === 0) {
      if (share === 1) total += rarity(index.size, 0)
      continue
    }
    const weight = share * rarity(index.size, matches.size)
    if (share === 1) total += weight
    for (const [passage, match] of matches) {
      scores[passage] = (scores[passage] ?? 0) + weight * match
      covered[passage] = Math.min(total, (covered[passage] ?? 0) + weight * Math.min(1, match))
    }
  }
  return best({ scores, covered, total, languages: analyzer.languagesOf(query, index.languages) }, index, limit)
}

interface Index {
  readonly documents: readonly SearchedSegment[]
  /** Number of passages. */
  readonly size: number
  /** Position of each document's first passage. */
  readonly starts: readonly number[]
  readonly averageLength: number
  readonly languages: readonly string[]
  readonly names: readonly ReadonlySet<string>[]
}

function createIndex(documents: readonly SearchedSegment[], analyzer: Analyzer): Index {
  const languages = [...new Set(documents.flatMap(({ segment }) => segment.languages))]
  let size = 0
  let length = 0
  const starts = documents.map(({ segment }) => {
    const start = size
    size += segment.lengths.length
    for (const count of segment.lengths) length += count
    return start
  })
  const names = documents.map(({ name, segment }) => nameTerms(name, segment.languages, analyzer))
  return { documents, size, starts, averageLength: length / Math.max(1, size), languages, names }
}

const MOST_NAMES = 5000
const knownNames = new Map<string, ReadonlySet<string>>()

function nameTerms(name: string, languages: readonly string[], analyzer: Analyzer): ReadonlySet<string> {
  const key = `${languages.join()}:${name}`
  const known = knownNames.get(key)
  if (known) return known
  const bare = name.replace(/\.[a-z]{2,5}$/i, '').replaceAll('_', ' ')
  const terms = new Set(analyzer.termsOf(bare, languages[0] ?? ''))
  if (knownNames.size >= MOST_NAMES) knownNames.clear()
  knownNames.set(key, terms)
  return terms
}

function rarity(size: number, count: number): number {
  return Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

/** Returns how well each passage with a word matches it, by the position of the passage. */
function matchesOf(word: QueryWord, index: Index): Map<number, number> {
  const matches = new Map<number, number>()
  const terms = word.alternatives.map(({ term, weight }) => ({ term, weight, bytes: Buffer.from(term) }))
  for (const [at, { segment }] of index.documents.entries()) {
    for (const { term, weight, bytes } of terms) {
      const exact = findTerm(segment, bytes)
      if (exact !== undefined) add(matches, index, at, exact, weight)
      if (weight < 1 || !hasVariants(term)) continue
      for (const variant of variantsOf(segment, term, bytes))
        if (variant !== exact) add(matches, index, at, variant, VARIANT_WEIGHT * likeness(segment, variant, bytes))
    }
    if (terms.some(({ term, weight }) => weight === 1 && index.names[at]?.has(term))) addName(matches, index, at)
  }
  if (matches.size === 0 && !word.frequent) addMisspelt(matches, word.alternatives, index)
  return matches
}

/** Returns longer words, and in some languages words that end with the term. A number with another digit is another number. */
function variantsOf(segment: Segment, term: string, bytes: Buffer): number[] {
  const longer = termsWithPrefix(segment, bytes)
  return term.length >= SHORTEST_SUFFIX ? [...longer, ...termsWithSuffix(segment, bytes)] : longer
}

function hasVariants(term: string): boolean {
  return term.length >= SHORTEST_PREFIX && !/\d/.test(term)
}

function likeness(segment: Segment, term: number, bytes: Buffer): number {
  const { start, end } = termBytes(segment, term)
  return Math.sqrt(bytes.length / (end - start))
}

function add(matches: Map<number, number>, index: Index, at: number, term: number, weight: number): void {
  const segment = index.documents[at]?.segment
  if (!segment) return
  for (const posting of postingsOf(segment, term)) {
    const passage = passageOf(posting)
    raise(
      matches,
      (index.starts[at] ?? 0) + passage,
      weight * saturated(frequencyOf(posting), segment.lengths[passage] ?? 0, index),
    )
  }
}

function addName(matches: Map<number, number>, index: Index, at: number): void {
  const { lengths } = index.documents[at]?.segment ?? { lengths: [] }
  for (const [passage, length] of lengths.entries()) {
    const position = (index.starts[at] ?? 0) + passage
    matches.set(position, (matches.get(position) ?? 0) * 0.7 + 0.6 * saturated(NAME_FREQUENCY, length, index))
  }
}

function raise(matches: Map<number, number>, position: number, value: number): void {
  if (value > (matches.get(position) ?? 0)) matches.set(position, value)
}

function saturated(frequency: number, length: number, { averageLength }: Index): number {
  const norm = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength
  return (frequency * (SATURATION + 1)) / (frequency + SATURATION * norm)
}

/** Adds the passages with the words that are most similar to a word that no passage contains. */
function addMisspelt(matches: Map<number, number>, alternatives: readonly Alternative[], index: Index): void {
  const written = alternatives.filter(
    ({ term, weight }) => weight === 1 && term.length >= SHORTEST_MISSPELT && !/\d/.test(term),
  )
  if (written.length === 0) return
  const longest = Math.max(...written.map(({ term }) => term.length))
  let edits = longest >= TWO_EDITS ? 2 : 1
  let found: { readonly at: number; readonly term: number }[] = []
  const firsts = new Set(written.map(({ term }) => term.slice(0, 1)))
  for (const [at, { segment }] of index.documents.entries())
    for (const first of firsts)
      for (const term of termsWithPrefix(segment, Buffer.from(first))) {
        const { start, end } = termBytes(segment, term)
        const candidate = segment.terms.toString('utf8', start, end)
        const distance = Math.min(
          ...written.map((alternative) =>
            editsBetween(alternative.term, candidate, Math.min(edits, allowed(alternative.term))),
          ),
        )
        if (distance > edits) continue
        if (distance < edits) found = []
        edits = distance
        found.push({ at, term })
      }
  for (const { at, term } of found) add(matches, index, at, term, MISSPELT_WEIGHT)
}

function allowed(term: string): number {
  return term.length >= TWO_EDITS ? 2 : 1
}

/** Returns the parts of compounds, and neighbouring words as one word, if the index has them. */
function compoundsOf(words: readonly QueryWord[], index: Index, analyzer: Analyzer): (readonly [QueryWord, number])[] {
  const known = (word: string) => {
    const alternatives = analyzer.alternativesOf(word, index.languages)
    const terms = alternatives.filter(({ weight }) => weight === 1).map(({ term }) => Buffer.from(term))
    return index.documents.some(({ segment }) => terms.some((term) => findTerm(segment, term) !== undefined))
      ? { word, alternatives, frequent: false }
      : undefined
  }
  const compounding = index.languages.some((name) => COMPOUNDING.has(name))
  const parts = words.flatMap(({ word, frequent }) => {
    if (frequent || word.length < SHORTEST_COMPOUND || /\d/.test(word)) return []
    if (!compounding && known(word)) return []
    for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
      const tail = known(word.slice(at))
      const head = word.slice(0, at)
      const first = tail && (known(head) ?? (LINKS.test(head) && known(head.replace(LINKS, ''))))
      if (tail && first) return [first, tail]
    }
    return []
  })
  const joined = words.slice(1).flatMap((second, before) => {
    const first = words[before]
    if (!first || first.frequent || second.frequent || /\d/.test(first.word + second.word)) return []
    return known(first.word + second.word) ?? []
  })
  return [...parts, ...joined].map((word) => [word, PART_WEIGHT] as const)
}

interface Scores {
  readonly scores: Float64Array
  /** Weight of the words that each passage contains, at most `total`. */
  readonly covered: Float64Array
  readonly total: number
  /** Languages that the query may be in. */
  readonly languages: readonly string[]
}

function best({ scores, covered, total, languages }: Scores, index: Index, limit: number): Hit[] {
  const found: Hit[] = []
  for (const [document, start] of index.starts.entries()) {
    const share = isForeign(index.documents[document]?.segment.languages ?? [], languages) ? FOREIGN_WEIGHT : 1
    for (let at = start; at < (index.starts[document + 1] ?? index.size); at++) {
      const coverage = (covered[at] ?? 0) / Math.max(total, Number.MIN_VALUE)
      const score = share * (scores[at] ?? 0) * (1 - COVERAGE_WEIGHT + COVERAGE_WEIGHT * coverage)
      if (score > 0) found.push({ document, passage: at - start, score })
    }
  }
  found.sort((a, b) => b.score - a.score)
  const least = RELEVANT * (found[0]?.score ?? 0)
  return found.slice(0, limit).filter(({ score }) => score >= least)
}

/** Returns whether a document is in other languages than the query. It then shares words with it by chance. */
function isForeign(written: readonly string[], asked: readonly string[]): boolean {
  return written.length > 0 && asked.length > 0 && !written.some((name) => asked.includes(name))
}
