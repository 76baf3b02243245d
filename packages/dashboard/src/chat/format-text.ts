export type Style = 'bold' | 'italic' | 'strike' | 'code'

/** A piece of a formatted text. */
export interface Formatted {
  readonly text: string
  readonly styles: readonly Style[]
}

const MARKS: readonly (readonly [style: Style, pattern: RegExp])[] = [
  ['code', /```([\s\S]+?)```/],
  ['code', /(?<![\w`])`(?=\S)([^`\n]+?)(?<=\S)`(?![\w`])/],
  ['bold', /(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/],
  ['italic', /(?<![\w_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w_])/],
  ['strike', /(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])/],
]

/** Applies the formatting of customers' apps: `*bold*`, `_italic_`, `~strikethrough~` and code in one or three backticks. */
export function formatText(text: string, styles: readonly Style[] = []): readonly Formatted[] {
  for (const [style, pattern] of MARKS) {
    const match = styles.includes('code') ? null : pattern.exec(text)
    if (!match) continue
    return [
      ...formatText(text.slice(0, match.index), styles),
      ...formatText(match[1] ?? '', [...styles, style]),
      ...formatText(text.slice(match.index + match[0].length), styles),
    ]
  }
  return text === '' ? [] : [{ text, styles }]
}

/** A piece of a message. `href` is present if the text is a link. */
interface MessagePiece extends Formatted {
  /** The position, from 0. */
  readonly index: number
  readonly href?: string
}

/** Web addresses, without punctuation that ends a sentence. */
const LINK = /(https?:\/\/[^\s<>"*~]*[^\s<>"*~_.,!?:;)\]}'’”“»«›‹])/i

/** Formats the text of a message, and finds its links to http and https. Links are not formatted inside. */
export function messagePieces(text: string): readonly MessagePiece[] {
  const links: string[] = []
  // A private-use character replaces each link, so that the marks in it have no effect.
  const withoutLinks = text.replace(new RegExp(LINK, 'gi'), (link) => {
    links.push(link)
    return PLACEHOLDER
  })
  let used = 0
  return formatText(withoutLinks)
    .flatMap(({ text: part, styles }) =>
      part.split(SPLIT).flatMap((piece): readonly Omit<MessagePiece, 'index'>[] => {
        if (piece === '') return []
        const link = piece === PLACEHOLDER ? links[used++] : undefined
        return [link === undefined ? { text: piece, styles } : { text: link, styles, href: link }]
      }),
    )
    .map((piece, index) => ({ index, ...piece }))
}

const PLACEHOLDER = '\ue000'
const SPLIT = new RegExp(`(${PLACEHOLDER})`)
