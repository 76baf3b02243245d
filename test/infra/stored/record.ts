import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Item = v.looseObject({ _e: v.string(), out: v.optional(v.looseObject({ q: v.string(), b: v.string() })) })
type Item = v.InferOutput<typeof Item>

/** The kinds of items, by their attributes, that this process has recorded. */
const recorded = new Set<string>()

/** Returns what distinguishes items: their entity and the names of their attributes. */
function kindOf(item: Item): string {
  return [item._e, ...Object.keys(item).toSorted()].join(' ')
}

/**
 * Records one item of each kind in this process's file in `directory`. Sets of texts are `{$set: […]}`. Items with the attribute
 * `fixture`, which a test wrote itself, are left out: no version stores them.
 */
export function recordStored(directory: string, items: Iterable<unknown>): void {
  for (const each of items) {
    const { success, output } = v.safeParse(Item, each)
    if (!success || 'fixture' in output || recorded.has(kindOf(output))) continue
    recorded.add(kindOf(output))
    const line = JSON.stringify(output, (_, value: unknown) => (value instanceof Set ? { $set: [...value] } : value))
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`)
  }
}

/** What a release stored and sent. */
export interface Snapshot {
  /** The smallest item of each kind. */
  readonly items: readonly Item[]
  /** One message of each queue with the same fields. */
  readonly queueMessages: readonly { readonly queue: string; readonly body: string }[]
}

/** Returns the snapshot of the items that all processes recorded in `directory`. */
export function readRecorded(directory: string): Snapshot {
  const lines = globSync('*.jsonl', { cwd: directory }).flatMap((file) =>
    readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean),
  )
  const items = firstOf(
    lines.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).map((line) => v.parse(Item, JSON.parse(line))),
    kindOf,
  )
  const queueMessages = firstOf(
    items.flatMap(({ out }) => (out ? [{ queue: out.q, body: out.b }] : [])),
    ({ queue, body }) => [queue, ...Object.keys(JSON.parse(body)).toSorted()].join(' '),
  )
  return { items, queueMessages }
}

/** Returns the first value with each key, in the order of the keys. */
function firstOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  const first = new Map<string, Value>()
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value)
  return [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
}
