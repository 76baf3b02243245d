export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Above this number of compared pairs of lines, the changed part is shown as removed and added as a whole. */
const MOST_PAIRS = 1_000_000
const CONTEXT_LINES = 2

/** Compares two texts line by line (longest common subsequence). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, newer] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, newer.length) && old[start] === newer[start]) start++
  let end = 0
  while (end < Math.min(old.length, newer.length) - start && old.at(-1 - end) === newer.at(-1 - end)) end++
  return [
    ...old.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...compare(old.slice(start, old.length - end), newer.slice(start, newer.length - end)),
    ...old.slice(old.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]
}

function compare(old: readonly string[], newer: readonly string[]): DiffLine[] {
  const width = newer.length + 1
  if (old.length * width > MOST_PAIRS)
    return [
      ...old.map((text) => ({ kind: 'removed' as const, text })),
      ...newer.map((text) => ({ kind: 'added' as const, text })),
    ]
  // `lengths[i * width + j]`: common lines of `old` from i and `newer` from j.
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === newer[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < newer.length) {
    const [one, other] = [old[i], newer[j]]
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one })
      i++
      j++
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: one })
      i++
    } else {
      lines.push({ kind: 'added', text: other ?? '' })
      j++
    }
  }
  return lines
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
