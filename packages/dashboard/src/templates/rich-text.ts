import { formatText, type Style } from '../chat/format-text.ts'
import type { SampledText } from './template-parts.ts'
import { textParts } from './variables.ts'

/** A piece of a formatted text. `missing` is a variable without a sample, shown as its name in braces. */
interface Piece {
  /** The position, from 0. */
  readonly index: number
  readonly text: string
  readonly styles: readonly Style[]
  readonly variable: 'sample' | 'missing' | undefined
}

/** Each variable is replaced by one private-use character during formatting, so that its sample is not formatted. */
const FIRST_PLACEHOLDER = 0xe000
const PLACEHOLDER = /([\ue000-\uf8ff])/

/** Fills in the samples of a text and applies its formatting: `*bold*`, `_italic_`, `~strikethrough~` and code. */
export function richText({ text, samples }: SampledText): readonly Piece[] {
  const variables: string[] = []
  const withPlaceholders = textParts(text)
    .map((part) => {
      if ('text' in part) return part.text
      variables.push(part.variable)
      return String.fromCharCode(FIRST_PLACEHOLDER + variables.length - 1)
    })
    .join('')
  const pieces = formatText(withPlaceholders).flatMap((piece) =>
    piece.text
      .split(PLACEHOLDER)
      .filter((part) => part !== '')
      .map((part) => {
        const name = PLACEHOLDER.test(part) ? variables[part.charCodeAt(0) - FIRST_PLACEHOLDER] : undefined
        if (name === undefined) return { ...piece, text: part, variable: undefined }
        const sample = samples[name]
        return sample
          ? { ...piece, text: sample, variable: 'sample' as const }
          : { ...piece, text: `{{${name}}}`, variable: 'missing' as const }
      }),
  )
  return pieces.map((piece, index) => ({ index, ...piece }))
}
