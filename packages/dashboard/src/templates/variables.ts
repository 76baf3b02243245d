import { formatText, type Style } from '../chat/format-text.ts'
import type { SampledText } from './template-parts.ts'

export const VARIABLE = /\{\{([^{}]*)\}\}/g

/** Returns the unique variables of a text in order of appearance: numbers or names. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim()))]
}

/** Splits a text into plain parts and variables. */
export function textParts(text: string): readonly ({ readonly text: string } | { readonly variable: string })[] {
  const parts: ({ text: string } | { variable: string })[] = []
  let at = 0
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ variable: (match[1] ?? '').trim() })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** Returns whether a variable name is valid in a POSITIONAL template: a number from 1. */
export function isPosition(name: string): boolean {
  return /^[1-9]\d{0,2}$/.test(name)
}

/** Returns the name of the next variable to add to a text. */
export function nextVariable(text: string, format: string): string {
  const names = variablesOf(text)
  if (format !== 'NAMED') return String(Math.max(0, ...names.filter(isPosition).map(Number)) + 1)
  let count = names.length + 1
  while (names.includes(`value_${count}`)) count++
  return `value_${count}`
}

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
