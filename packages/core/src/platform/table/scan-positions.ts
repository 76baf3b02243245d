import * as v from 'valibot'
import type { ScanPositions } from './scan-table.ts'

const Positions = v.array(v.nullable(v.record(v.string(), v.unknown())))

/** Returns positions as one word, for a command that continues. A segment that was not begun is an empty key. */
export function writePositions(positions: ScanPositions): string {
  const written = positions.map((position) => (position === undefined ? {} : position))
  return Buffer.from(JSON.stringify(written)).toString('base64url')
}

/** Returns the positions of a word. @throws Error for a word that `writePositions` did not return */
export function readPositions(word: string): ScanPositions {
  try {
    const read = v.parse(Positions, JSON.parse(Buffer.from(word, 'base64url').toString()))
    return read.map((position) => (position && Object.keys(position).length === 0 ? undefined : position))
  } catch (cause) {
    throw new Error('The position is none that an interrupted run printed.', { cause })
  }
}
