import { foldLetters, lowerCase, queryTerms, searchTerms, wordsOf } from './search-terms.ts'

interface Language {
  readonly name: string
  readonly stem: (word: string) => string
  readonly frequent: readonly string[]
}

/** A term of a query with its relative weight: 1 for the word itself, less for forms that are only similar. */
export interface Alternative {
  readonly term: string
  readonly weight: number
}

/** A word of a query with all terms that it may have in an index. */
export interface QueryWord {
  readonly word: string
  readonly alternatives: readonly Alternative[]
  /** Whether it is one of the most frequent words of the query's language. */
  readonly frequent: boolean
}

/** Turns texts and queries into terms, with the stemmers of their languages. */
export interface Analyzer {
  /** Returns the name of the language of a text, or `''`. */
  languageOf(text: string): string
  termsOf(text: string, language: string): string[]
  /** Returns the words of a query for an index with texts in these languages. */
  wordsOf(query: string, languages: readonly string[]): QueryWord[]
  /** Returns those of the languages that the query is most likely in. */
  languagesOf(query: string, languages: readonly string[]): string[]
  /** Returns the terms of one word. */
  alternativesOf(word: string, languages: readonly string[]): Alternative[]
}

const loaded: { analyzer?: Promise<Analyzer> } = {}

/** Returns the analyzer. Its libraries are loaded once. */
export function loadAnalyzer(): Promise<Analyzer> {
  loaded.analyzer ??= import('./languages.ts').then(({ LANGUAGES }) => createAnalyzer(LANGUAGES))
  return loaded.analyzer
}

/** The first characters of a text are enough to recognize its language. */
const RECOGNIZED_CHARACTERS = 1200
const HAS_DIGIT = /\p{Nd}/u
const CACHED_WORDS = 20_000
const SKELETON_WEIGHT = 0.5
const MARK = '~'

function createAnalyzer(languages: readonly Language[]): Analyzer {
  const byName = new Map(languages.map((language) => [language.name, language]))
  const languagesOf = new Map<string, string[]>()
  for (const { name, frequent } of languages)
    for (const word of new Set(frequent.map((text) => foldLetters(lowerCase(text)))))
      languagesOf.set(word, [...(languagesOf.get(word) ?? []), name])

  function votes(text: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const word of new Set(wordsOf(lowerCase(text)).map(foldLetters)))
      for (const name of languagesOf.get(word) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  }

  function bestOf(counts: ReadonlyMap<string, number>, among?: readonly string[]): string[] {
    const known = languages.filter(({ name }) => !among || among.includes(name))
    const most = Math.max(0, ...known.map(({ name }) => counts.get(name) ?? 0))
    return most === 0 ? [] : known.flatMap(({ name }) => (counts.get(name) === most ? [name] : []))
  }

  function stems(word: string, names: readonly string[]): string[] {
    const folded = foldLetters(word)
    if (HAS_DIGIT.test(folded)) return [folded]
    const found = new Set<string>()
    for (const name of names) {
      const stem = byName.get(name)?.stem
      if (stem) for (const form of new Set([word, folded])) found.add(foldLetters(stem(form)))
    }
    for (const form of hebrewForms(folded)) found.add(form)
    return found.size > 0 ? [...found] : [folded]
  }

  const cached = new Map<string, readonly string[]>()

  function termsOfWord(word: string, language: string): readonly string[] {
    const key = `${language}:${word}`
    const known = cached.get(key)
    if (known) return known
    const found = stems(word, language ? [language] : [])
    const terms = [...found, ...new Set(found.flatMap(skeletonOf))]
    if (cached.size >= CACHED_WORDS) cached.clear()
    cached.set(key, terms)
    return terms
  }

  function alternativesOf(word: string, names: readonly string[]): Alternative[] {
    const folded = foldLetters(word)
    const exact = new Set([folded, ...stems(word, names)])
    // Keyboards without umlauts.
    if (names.includes('german') && /[aou]e/.test(folded))
      for (const stem of stems(folded.replace(/([aou])e/g, '$1'), names)) exact.add(stem)
    const skeletons = [...new Set([...exact].flatMap(skeletonOf))]
    return [
      ...[...exact].map((term) => ({ term, weight: 1 })),
      ...skeletons.map((term) => ({ term, weight: SKELETON_WEIGHT })),
    ]
  }

  return {
    languageOf: (text) => bestOf(votes(text.slice(0, RECOGNIZED_CHARACTERS)))[0] ?? '',
    termsOf(text, language) {
      const words = wordsOf(lowerCase(text)).flatMap((word) => termsOfWord(word, language))
      if (!HAS_DIGIT.test(text)) return words
      const known = new Set(words)
      return [...words, ...searchTerms(text).filter((term) => HAS_DIGIT.test(term) && !known.has(term))]
    },
    wordsOf(query, names) {
      const spoken = bestOf(votes(query), names)
      const words = [...new Set(queryTerms(query))]
      return words.map((word) => ({
        word,
        alternatives: alternativesOf(word, names),
        frequent: (languagesOf.get(foldLetters(word)) ?? []).some((name) => spoken.includes(name)),
      }))
    },
    languagesOf: (query, names) => bestOf(votes(query), names),
    alternativesOf,
  }
}

const SHORTEST_SKELETON = 2
const IS_ARABIC = /^\p{Script=Arabic}+$/u

/** Returns the consonants of an Arabic word, which its singular and its plural share (`حذاء`, `أحذية`). */
function skeletonOf(folded: string): string[] {
  if (!IS_ARABIC.test(folded)) return []
  const bare = folded.replace(/^(?:وال|بال|كال|فال|لل|ال)/, '')
  const skeleton = bare.replace(/(?:ات|ين|ون)$/, '').replace(/[اويهء]/g, '')
  return skeleton.length >= SHORTEST_SKELETON ? [MARK + skeleton] : []
}

const IS_HEBREW = /^\p{Script=Hebrew}+$/u

/** Returns a Hebrew word, and the word without an article or preposition and the ending of a plural. */
function hebrewForms(folded: string): string[] {
  if (!IS_HEBREW.test(folded)) return []
  const bare = folded.replace(/^[והבלמשכ](?=.{3})/u, '')
  return [...new Set([folded, ...[folded, bare].map((word) => word.replace(/(?<=.{2})(?:ים|ות|ה|ת)$/u, ''))])]
}
