/** Ends a text that was cut, so that the model knows. */
const CUT = '… cut'

/** Returns the text, or its beginning and a mark if it is longer than `maxCharacters`, which the mark is part of. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return text.slice(0, Math.max(0, maxCharacters - CUT.length)).toWellFormed() + CUT
}
