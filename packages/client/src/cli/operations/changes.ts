import { oneLine } from '../printable.ts'

/** A difference of a setting: `SettingChange` of the API. */
interface Change {
  readonly field: string
  readonly item: string | null
  readonly property: string | null
  readonly before: string | null
  readonly after: string | null
}

const INDENT = '  '
const NARROWEST = 20

/** Returns whether a value is a list of changes, as `agents get-version` has it. */
export function isChanges(value: unknown): value is readonly Change[] {
  return (
    Array.isArray(value) && value.every((each) => ['field', 'before', 'after'].every((name) => name in Object(each)))
  )
}

/** Returns changes as lines of at most `width` characters: before → after, or the lines that were removed and added. */
export function changeLines(changes: readonly Change[], width: number): string[] {
  return changes.flatMap((change) => linesOf(change, width)).map((line) => `${INDENT}${line}`)
}

function linesOf({ field, item, property, before, after }: Change, width: number): string[] {
  const title = [field, item, property].flatMap((part) => (part ? [oneLine(part)] : [])).join(' · ')
  const room = Math.max(NARROWEST, width - INDENT.length)
  const short = `${title}: ${shown(before)} → ${shown(after)}`
  if (!/\n/.test(`${before}${after}`) && short.length <= room) return [short]
  const state = before === null ? ' (added)' : after === null ? ' (removed)' : ''
  const { removed, added } = differing(before?.split('\n') ?? [], after?.split('\n') ?? [])
  const marked = (mark: string, lines: readonly string[]) =>
    lines.flatMap((line) => wrapped(oneLine(line), room - mark.length).map((part) => `${mark}${part}`.trimEnd()))
  return [...wrapped(`${title}${state}`, room), ...marked(`${INDENT}- `, removed), ...marked(`${INDENT}+ `, added)]
}

function shown(value: string | null): string {
  return value === null ? 'none' : `“${oneLine(value)}”`
}

/** Returns two texts without the lines that they have in common at their beginning and their end. */
function differing(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length)
  const firstDifferent = before.findIndex((line, at) => line !== after[at])
  const start = firstDifferent === -1 ? shorter : firstDifferent
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) }
}

/** Returns a line in parts of at most `width` characters, which end at a space if there is one. */
function wrapped(line: string, width: number): string[] {
  const parts: string[] = []
  let rest = line
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > rest.search(/\S/) ? space : width
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest]
}
