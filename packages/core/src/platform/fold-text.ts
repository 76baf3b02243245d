/** Letters that have no decomposition, and the apostrophes. */
const OTHERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
}
const FOLDED = new RegExp(`[${Object.keys(OTHERS).join('')}]`, 'g')

/** Returns a text without case and accents and with one kind of apostrophe, for comparisons. */
export function foldText(text: string): string {
  const plain = text.toLowerCase().replace(FOLDED, (letter) => OTHERS[letter] ?? letter)
  return plain.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Returns the place of a folded word in a text, as the range of the text's own characters; undefined without one. */
export function findFolded(text: string, word: string): { readonly from: number; readonly to: number } | undefined {
  const start = foldText(text).indexOf(word)
  if (start < 0 || word === '') return undefined
  let [at, folded] = [0, 0]
  let from: number | undefined
  for (const character of text) {
    if (folded >= start + word.length) break
    folded += foldText(character).length
    if (from === undefined && folded > start) from = at
    at += character.length
  }
  return from === undefined ? undefined : { from, to: at }
}
