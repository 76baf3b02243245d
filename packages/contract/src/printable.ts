/**
 * Makes text from outside (of customers, models, tools, names that users chose) safe to show to a person: in a
 * terminal, a mail, a notification, a title, a file name or a file. All functions are pure, and need time and memory
 * in proportion to the text.
 */

/** Visible characters and joiners of `\p{Cf}`: number signs of Arabic scripts. */
const VISIBLE = String.raw`(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])`
/** Scripts whose words contain invisible joiners. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]'
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`
/** A joiner that belongs to a word or an emoji, and a variation of the character before it. */
const NEEDED = `(?!(?<=${EMOJI})\\u200D(?=\\p{Extended_Pictographic})|(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})|(?<=[\\p{Emoji}])[\\uFE0E\\uFE0F])`

/** Characters without a width: bidi controls, zero-width characters, tags, fillers. They hide or reorder what is beside them. */
const INVISIBLE = new RegExp(String.raw`${VISIBLE}${NEEDED}[\p{Cf}\p{Default_Ignorable_Code_Point}]`, 'gu')
/** Control characters, which include the start of each terminal escape sequence, and code points that are no characters. */
const CONTROL = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
/** CR LF and CR; NEL, vertical tab, form feed, and the separators of lines and paragraphs. */
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** More marks on one letter cover the lines around it. */
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu

export interface PrintOptions {
  /** Whether line breaks stay. @default false */
  readonly isMultiline?: boolean
  /** In code points. A longer text ends with `…`. @default unlimited */
  readonly longest?: number
}

/**
 * Returns a text of others as it can be shown to a person. Control characters become `U+FFFD`; what is invisible or
 * changes the direction is removed. On one line, each run of white space is one space.
 */
export function printable(text: string, { isMultiline = false, longest }: PrintOptions = {}): string {
  const clean = text
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', '  ')
    .replace(CONTROL, '\uFFFD')
    .replace(INVISIBLE, '')
    .replace(MANY_MARKS, '$1')
  return cut(isMultiline ? clean : clean.replace(/[\s\u2800]+/gu, ' ').trim(), longest)
}

/** Returns at most `longest` code points, the last of them `…` if the text is longer. */
export function cut(text: string, longest = Number.POSITIVE_INFINITY): string {
  if (text.length <= longest) return text
  const points = Array.from(text.slice(0, 2 * longest + 2))
  if (points.length <= longest) return text
  return `${points
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}
