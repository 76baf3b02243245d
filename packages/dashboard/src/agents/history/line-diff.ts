import { diffArrays } from 'diff'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Above this number of changed lines, the texts are shown as removed and added as a whole. */
const MOST_CHANGES = 2000
const CONTEXT_LINES = 2

/** Compares two texts line by line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, newer] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(old, newer, { maxEditLength: MOST_CHANGES }) ?? [
    { value: old, removed: true, added: false },
    { value: newer, removed: false, added: true },
  ]
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}

/** A line of a shortened comparison. `at` is its position; `text` is null in place of equal lines. */
interface ShownLine {
  readonly at: number
  readonly kind: DiffLine['kind']
  readonly text: string | null
}

/** Replaces long runs of equal lines by one line without text. */
export function shortened(lines: readonly DiffLine[]): ShownLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== 'same')
  return lines.flatMap((line, at): ShownLine[] => {
    if (isNear(at)) return [{ ...line, at }]
    return at === 0 || isNear(at - 1) ? [{ kind: 'same', text: null, at }] : []
  })
}
