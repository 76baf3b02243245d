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
function cut(text: string, longest = Number.POSITIVE_INFINITY): string {
  if (text.length <= longest) return text
  const points = Array.from(text.slice(0, 2 * longest + 2))
  if (points.length <= longest) return text
  return `${points
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}

const LONGEST_NAME = 60

/**
 * Returns a name as a mail may show it, at most 60 code points on one line. It has no quotes that end it, and nothing
 * that a mail program shows as a link. It is empty for a name without letters and digits.
 */
export function printableName(name: string): string {
  const words = printable(name)
    .replace(/[^\p{L}\p{M}\p{N}&'’+-]+/gu, ' ')
    .trim()
  return Array.from(words.slice(0, 2 * LONGEST_NAME))
    .slice(0, LONGEST_NAME)
    .join('')
    .trim()
}

/** Dots that are not those of one decimal number, and commas and colons, where they do not end a word. */
const JOINED = /(?<!\d)[.,;:!?…](?![\s)]|$)|[.,;:!?…](?![\d\s)]|$)|(?<=\.\d{1,12})\.(?=\d)|\.(?=\d{1,12}\.\d)/gu

const LONGEST_SENTENCES = 500

/**
 * Returns sentences of a customer or a model as a mail may show them, on one line in quotes, at most 500 code points.
 * It has nothing that a mail program shows as a link: no address of a page, no mail address, no IP address.
 */
export function quoted(text: string): string {
  const words = printable(text)
    .replace(JOINED, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}\p{Extended_Pictographic}\p{Join_Control}&'’+%().,;:!?…–-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return `“${cut(words, LONGEST_SENTENCES)}”`
}

/** Longer names are refused by some file systems, which count bytes. */
const LONGEST_FILE_NAME = 60
const LONGEST_EXTENSION = 10

/**
 * Returns the name of a file as a person may see and save it: on one line, without folders and characters that file
 * systems reserve, at most 60 code points including the end. `file` for a name without any other character.
 */
export function printableFileName(name: string): string {
  const clean = printable(name)
    .replace(/[/\\:*?"<>|\uFFFD]+/g, '_')
    .replace(/^[. ]+/, '')
  const points = Array.from(clean)
  if (points.length <= LONGEST_FILE_NAME) return clean.replace(/[. ]{1,60}$/, '') || 'file'
  const end = new RegExp(`\\.[\\p{L}\\p{N}]{1,${LONGEST_EXTENSION}}$`, 'u').exec(
    points.slice(-LONGEST_EXTENSION - 1).join(''),
  )
  const extension = end?.[0] ?? ''
  return `${points
    .slice(0, LONGEST_FILE_NAME - Array.from(extension).length)
    .join('')
    .trimEnd()}${extension}`
}

const ESCAPED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/** Returns compact JSON that is safe to print: invisible and control characters are escapes. Parsed, it is the same. */
export function printableJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(ESCAPED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
