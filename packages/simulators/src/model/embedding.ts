import { createHash } from 'node:crypto'

const DIMENSIONS = 512

/** Returns a vector of a text: the same for the same text, and similar for texts with similar words. */
export function embeddingOf(text: string, dimensions = DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of words) {
    const characters = [...`^${word}$`]
    for (let at = 0; at + 2 < characters.length; at++) {
      const digest = createHash('md5')
        .update(characters.slice(at, at + 3).join(''))
        .digest()
      const place = digest.readUInt32LE(0) % dimensions
      vector[place] = (vector[place] ?? 0) + ((digest[4] ?? 0) % 2 === 0 ? 1 : -1)
    }
  }
  return vector.map((value) => Math.sign(value) * Math.log1p(Math.abs(value)))
}
