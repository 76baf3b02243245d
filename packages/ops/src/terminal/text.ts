import { styleText } from 'node:util'
import { printable } from '@replywright/contract/printable.ts'
import stringWidth from 'string-width'

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Truncates a text to `width` columns, with `…` at the end if it was longer. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let cut = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (stringWidth(cut + segment) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

/** Pads a text with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** Returns external text on one line, without control characters. */
export function inline(text: string): string {
  return printable(text)
}

/** Like `inline`, but keeps line breaks. */
export function block(text: string): string {
  return printable(text, { isMultiline: true })
}

/** What `styleText` adds: colours and weights, which move and hide nothing. */
const STYLES = new RegExp(`(${'\u001B'}\\[\\d{1,2}m)`)

/** Like `block`, but keeps colours: for lines that are complete. */
export function painted(text: string): string {
  return text
    .split(STYLES)
    .map((part, index) => (index % 2 === 1 ? part : block(part)))
    .join('')
}

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Returns the text with colours, or unchanged. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text

/** Returns a function that adds colours, except with `NO_COLOR` or without a terminal. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}
