import { cut, printable } from './printable.ts'

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
