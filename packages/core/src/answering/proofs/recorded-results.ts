import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject } from '@replywright/contract/json.ts'

/** A tool call that was made in a real conversation, with its result. */
export interface RecordedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** The text that the model read, without the tags that mark data. */
  readonly text: string
}

/** How well a recorded call fits: the same arguments, or the most similar ones. */
export interface FoundResult {
  readonly fit: 'recorded' | 'nearest'
  readonly text: string
}

/** Finds the recorded result of a call. Calls that were repeated return their results in order, then the last one. */
export interface Recording {
  find(name: string, args: Readonly<Record<string, unknown>>): FoundResult | undefined
  /** Returns only a result of the same arguments. */
  findSame(name: string, args: Readonly<Record<string, unknown>>): FoundResult | undefined
}

/** Opens the recorded calls of a conversation, in the order in which they were made. */
export function openRecording(calls: readonly RecordedCall[]): Recording {
  const used = new Map<string, number>()
  const findSame = (name: string, args: Readonly<Record<string, unknown>>): FoundResult | undefined => {
    const key = keyOf(name, args)
    const same = calls.filter((call) => keyOf(call.name, call.args) === key)
    const position = used.get(key) ?? 0
    const call = same[Math.min(position, same.length - 1)]
    if (!call) return undefined
    used.set(key, position + 1)
    return { fit: 'recorded', text: call.text }
  }
  return {
    findSame,
    find(name, args) {
      const same = findSame(name, args)
      if (same) return same
      const ofTool = calls.filter((call) => call.name === name)
      // Of equally similar calls the latest counts: it shows the latest state.
      const best = ofTool.toSorted((a, b) => similarity(b.args, args) - similarity(a.args, args))
      const highest = best[0] && similarity(best[0].args, args)
      const call = best.findLast((each) => similarity(each.args, args) === highest)
      return call && { fit: 'nearest', text: call.text }
    },
  }
}

/** Returns the same text for the same tool and arguments, in any order of fields. */
export function keyOf(name: string, args: unknown): string {
  return `${name} ${stringifyExactJson(sorted(args))}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** Returns the share of values that two arguments have in common, 0 to 1. Texts count by their common words. */
export function similarity(one: unknown, other: unknown): number {
  const [a, b] = [leavesOf(one), leavesOf(other)]
  const paths = new Set([...a.keys(), ...b.keys()])
  if (paths.size === 0) return 1
  const sum = [...paths].reduce((total, path) => total + likeness(a.get(path), b.get(path)), 0)
  return sum / paths.size
}

function leavesOf(value: unknown, path = '', leaves = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, `${path}/${name}`, leaves)
  else leaves.set(path, String(value))
  return leaves
}

function likeness(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return 0
  if (one === other) return 1
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const common = [...a].filter((word) => b.has(word)).length
  const all = new Set([...a, ...b]).size
  return all === 0 ? 0 : common / all
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
}
