const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Characters that a terminal shows two columns wide. */
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]|\uFE0F/u

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

/** The text cut to `width` columns, `…` at its end when it was longer. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (widthOf(cut) + widthOf(segment) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

/** The text with blanks up to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Text from outside on one line: nothing in it can steer the terminal. */
export function inline(text: string): string {
  return block(text).replaceAll(/\s+/g, ' ').trim()
}

/** As `inline`, with its lines kept. */
export function block(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD')
}
