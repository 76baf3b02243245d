import type { PictureReader } from './pdf/scans/read-scans.ts'
import type { Section } from './split-passages.ts'

/** A file to read. */
export interface SourceFile {
  readonly bytes: Uint8Array
  /** The encoding that its owner chose, for a text file. */
  readonly encoding: string | undefined
  /** Reads pages of a PDF that are pictures; absent if they are not read. */
  readonly pictures?: PictureReader | undefined
}

/** What was read of a file. */
export interface Extracted {
  readonly sections: readonly Section[]
  /** The title of a page. */
  readonly title?: string
  /** What could not be read, as sentences for the file's owner. */
  readonly missing?: readonly string[]
  /** What its owner should know of what was read, as sentences. */
  readonly notes?: readonly string[]
}

export type FileReader = (file: SourceFile) => Promise<Extracted>

/** Returns numbers as people list them: `3, 7 to 9`. They are in ascending order. */
export function numberList(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && number === run[1] + 1) run[1] = number
    else runs.push([number, number])
  }
  const shown = runs.slice(0, MOST_RUNS).map(([first, last]) => {
    if (first === last) return `${first}`
    return last === first + 1 ? `${first}, ${last}` : `${first} to ${last}`
  })
  return shown.join(', ') + (runs.length > MOST_RUNS ? ' and more' : '')
}

const MOST_RUNS = 20
