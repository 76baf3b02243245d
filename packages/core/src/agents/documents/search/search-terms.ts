/** Scripts without spaces between words. A run of their characters counts as one word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const RUNS = new RegExp(String.raw`${UNSPACED}+|[[\p{L}\p{N}\p{M}]--${UNSPACED}]+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v')
const PLAIN_RUNS = /[a-z0-9]+/g
const PLAIN = /^[\t-~]*$/
/**
 * Compounds such as `AB-1234/56`, which people also write without separators. The pattern matches every word, which
 * avoids repeated attempts.
 */
const COMPOUND = /[a-z0-9]+(?:[-._/][a-z0-9]+)*/g
const HAS_COMPOUND = /[a-z0-9][-._/][a-z0-9]/

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/**
 * Returns the search terms of a text or query: words in lower case without accents, pairs of characters in scripts
 * without spaces, and for compounds with digits (`AB-1234`) the parts and the whole (`ab1234`).
 */
export function searchTerms(text: string): string[] {
  const folded = fold(text)
  const words = wordsOf(folded)
  return HAS_COMPOUND.test(folded) ? [...words, ...wholesOf(folded)] : words
}

function wholesOf(folded: string): string[] {
  return (folded.match(COMPOUND) ?? [])
    .filter((word) => HAS_COMPOUND.test(word) && /\d/.test(word))
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
}

function wordsOf(folded: string): string[] {
  if (PLAIN.test(folded)) return folded.match(PLAIN_RUNS) ?? []
  return (folded.match(RUNS) ?? []).flatMap((run) => (STARTS_UNSPACED.test(run) ? pairs(run) : [run]))
}

function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
}

function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
