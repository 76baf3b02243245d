import type { SampledText } from './template-parts.ts'
import { textParts } from './variables.ts'

export type Style = 'bold' | 'italic' | 'strike' | 'code'

/** A piece of a text as the phone shows it. `isMissing`: a variable without a sample, by its name in braces. */
export interface Piece {
  /** Which one it is, from 0. */
  readonly index: number
  readonly text: string
  readonly styles: readonly Style[]
  readonly variable: 'sample' | 'missing' | undefined
}

/** Variables stand as one character each while the text is formatted, so that what is in them is not. */
const FIRST_STAND_IN = 0xe000
const STAND_IN = /([\ue000-\uf8ff])/

const MARKS: readonly (readonly [style: Style, pattern: RegExp])[] = [
  ['code', /```([\s\S]+?)```/],
  ['bold', /(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/],
  ['italic', /(?<![\w_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w_])/],
  ['strike', /(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])/],
]

/** A text with its samples filled in, and with `*bold*`, `_italic_`, `~struck~` and code as they are shown. */
export function richText({ text, samples }: SampledText): readonly Piece[] {
  const variables: string[] = []
  const standing = textParts(text)
    .map((part) => {
      if ('text' in part) return part.text
      variables.push(part.variable)
      return String.fromCharCode(FIRST_STAND_IN + variables.length - 1)
    })
    .join('')
  const pieces = formatted(standing, []).flatMap((piece) =>
    piece.text
      .split(STAND_IN)
      .filter((part) => part !== '')
      .map((part) => {
        const name = STAND_IN.test(part) ? variables[part.charCodeAt(0) - FIRST_STAND_IN] : undefined
        if (name === undefined) return { ...piece, text: part }
        const sample = samples[name]
        return sample
          ? { ...piece, text: sample, variable: 'sample' as const }
          : { ...piece, text: `{{${name}}}`, variable: 'missing' as const }
      }),
  )
  return pieces.map((piece, index) => ({ index, ...piece }))
}

type Formatted = Omit<Piece, 'index'>

function formatted(text: string, styles: readonly Style[]): readonly Formatted[] {
  for (const [style, pattern] of MARKS) {
    const match = styles.includes('code') ? null : pattern.exec(text)
    if (!match) continue
    return [
      ...formatted(text.slice(0, match.index), styles),
      ...formatted(match[1] ?? '', [...styles, style]),
      ...formatted(text.slice(match.index + match[0].length), styles),
    ]
  }
  return text === '' ? [] : [{ text, styles, variable: undefined }]
}
