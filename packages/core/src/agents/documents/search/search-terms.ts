/** Scripts whose runs are cut into pairs of characters. Dictionaries cut the same word differently in another sentence. */
const PAIRED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}`
/** Other scripts without spaces between words. A dictionary knows their words. */
const UNSPACED = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const RUNS = new RegExp(String.raw`[${PAIRED}]+|[${UNSPACED}\p{M}]+|[[\p{L}\p{N}\p{M}]--[${PAIRED}${UNSPACED}]]+`, 'gv')
const STARTS_PAIRED = new RegExp(`^[${PAIRED}]`, 'v')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')
const PLAIN_RUNS = /[a-z0-9]+/g
const PLAIN = /^[\t-~]*$/
/**
 * Compounds such as `AB-1234/56` and `1,000.50`, which people also write without separators. The pattern matches every
 * word, which avoids repeated attempts.
 */
const COMPOUND = /[a-z0-9]+(?:[-._/,'’][a-z0-9]+)*/g
const HAS_COMPOUND = /[a-z0-9][-._/,'’][a-z0-9]/
/** A code without separators: a part that people search for, such as `1042` of `a1042`. */
const CODE = /^(?:[a-z]{1,4}(\d{3,})|(\d{3,})[a-z]{1,4})$/

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ё: 'е' }
/** Letters of the Arabic script that are written in several ways. */
const ARABIC: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
}

/**
 * Returns the search terms of a text: words in lower case without accents, pairs of characters in Chinese, Japanese and
 * Korean, dictionary words in other scripts without spaces, and for codes (`AB-1234`) the parts and the whole (`ab1234`).
 */
export function searchTerms(text: string): string[] {
  const lower = lowerCase(text)
  const words = wordsOf(lower).flatMap((word) => foldLetters(word))
  const folded = foldLetters(lower)
  const compounds = HAS_COMPOUND.test(folded) ? wholesOf(folded) : []
  return [...words, ...compounds, ...words.flatMap(partsOf)]
}

/** Returns the terms of a query: those of a text, and letters and digits with a space between them as one code. */
export function queryTerms(query: string): string[] {
  const lower = lowerCase(query)
  const words = wordsOf(lower)
  const folded = words.map(foldLetters)
  const codes = folded.flatMap((word, index) => {
    const next = folded[index + 1] ?? ''
    return /^[a-z]{1,4}$/.test(word) && /^\d{3,}$/.test(next) ? [word + next] : []
  })
  const text = foldLetters(lower)
  return [...words, ...codes, ...(HAS_COMPOUND.test(text) ? wholesOf(text) : [])]
}

function wholesOf(folded: string): string[] {
  return (folded.match(COMPOUND) ?? [])
    .filter((word) => HAS_COMPOUND.test(word) && /\d/.test(word))
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
}

function partsOf(word: string): string[] {
  const [, after, before] = CODE.exec(word) ?? []
  return [after, before].filter((part) => part !== undefined)
}

/** Returns the words of a text in lower case, with their accents. */
export function wordsOf(lower: string): string[] {
  if (PLAIN.test(lower)) return lower.match(PLAIN_RUNS) ?? []
  return (lower.match(RUNS) ?? []).flatMap((run) => {
    if (STARTS_PAIRED.test(run)) return pairs(run)
    return STARTS_UNSPACED.test(run) ? dictionaryWords(run) : [run]
  })
}

/** Returns a text in lower case, with compatible forms of characters (`①`, `ﬁ`, full width) replaced. */
export function lowerCase(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase()
}

/** Removes accents, vowel signs of Arabic and Hebrew, and differences of spelling that people ignore. */
export function foldLetters(lower: string): string {
  if (PLAIN.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replace(/[\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g, '')
    .replace(/[ßæœøłđıё]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[أإآٱىیئؤةک]/g, (letter) => ARABIC[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const segmenter = /* @__PURE__ */ new Intl.Segmenter('th', { granularity: 'word' })

function dictionaryWords(run: string): string[] {
  return [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}
