import { stripVTControlCharacters } from 'node:util'

/** Control characters except line breaks and tabs, which include those of escape sequences, and characters that reorder text. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu

/**
 * Returns a text that a terminal shows as it is: control characters and those that change the direction of text are written as `\u001b`.
 * JSON stays the same JSON.
 */
export function printable(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns a text without line breaks and control characters, because a customer's text goes to a terminal. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ')
}
