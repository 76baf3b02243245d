import stringWidth from 'string-width'

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text cut to `width` columns, `…` at its end when it was longer. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let cut = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (stringWidth(cut + segment) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

/** The text with blanks up to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** Text from outside on one line: nothing in it can steer the terminal. */
export function inline(text: string): string {
  return block(text).replaceAll(/\s+/g, ' ').trim()
}

/** As `inline`, with its lines kept. */
export function block(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD')
}
