import { printable } from './printable.ts'

/** Longer names are refused by some file systems, which count bytes. */
const LONGEST_FILE_NAME = 60
const LONGEST_EXTENSION = 10

/**
 * Returns the name of a file as a person may see and save it: on one line, without folders and characters that file
 * systems reserve, at most 60 code points including the end. `file` for a name without any other character.
 */
export function printableFileName(name: string): string {
  const clean = printable(name)
    .replace(/[/\\:*?"<>|\uFFFD]+/g, '_')
    .replace(/^[. ]+/, '')
  const points = Array.from(clean)
  if (points.length <= LONGEST_FILE_NAME) return withoutEnd(points) || 'file'
  const end = new RegExp(`\\.[\\p{L}\\p{N}]{1,${LONGEST_EXTENSION}}$`, 'u').exec(
    points.slice(-LONGEST_EXTENSION - 1).join(''),
  )
  const extension = end?.[0] ?? ''
  return `${points
    .slice(0, LONGEST_FILE_NAME - Array.from(extension).length)
    .join('')
    .trimEnd()}${extension}`
}

/** Returns the name without dots and spaces at its end, which some file systems drop. */
function withoutEnd(points: readonly string[]): string {
  return points.slice(0, points.findLastIndex((point) => point !== '.' && point !== ' ') + 1).join('')
}
