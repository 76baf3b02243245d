import type { Passage } from '../passages.ts'
import type { Section } from './section.ts'

/** Characters of a passage, its header not counted. */
export const PASSAGE_LENGTH = 1000
/** How far a passage reaches back into the one before, so that what is said across a border is found as well. */
export const OVERLAP = 150

/** Where a text may be divided, best first; the border is behind the match. */
const BORDERS = [/\n\n/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]/g, /[,;]?\s/g, /[,;|]/g]

/** Passages of `PASSAGE_LENGTH` at most, in their order, divided where paragraphs, lines, sentences or words end. */
export function splitPassages(sections: readonly Section[]): Passage[] {
  return sections.flatMap(({ place, text, header }) =>
    pieces(tidy(text)).map((piece, index) => ({
      place,
      text: header !== undefined && index > 0 ? `${header}\n${piece}` : piece,
    })),
  )
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function pieces(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const rest = text.length - start
    const end =
      rest <= PASSAGE_LENGTH ? text.length : borderIn(text, start + PASSAGE_LENGTH / 2, start + PASSAGE_LENGTH)
    const piece = text.slice(start, end).trim()
    if (piece) found.push(piece)
    start = end === text.length ? end : overlapStart(text, end)
  }
  return found
}

/** The last best border between two places, the second one when there is none. */
function borderIn(text: string, from: number, to: number): number {
  const window = text.slice(from, to)
  for (const border of BORDERS) {
    const last = [...window.matchAll(border)].at(-1)
    if (last) return from + last.index + last[0].length
  }
  return beforePair(text, to)
}

/** The first border that is at most `OVERLAP` before `end`. */
function overlapStart(text: string, end: number): number {
  const from = end - OVERLAP
  const window = text.slice(from, end).trimEnd()
  for (const border of BORDERS.slice(1)) {
    const first = window.matchAll(border).next().value
    if (first && first.index + first[0].length < window.length) return from + first.index + first[0].length
  }
  return beforePair(text, from)
}

/** A character of two code units is not divided. */
function beforePair(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
