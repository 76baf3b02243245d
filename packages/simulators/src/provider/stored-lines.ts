import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** Returns the lines that earlier runs appended to a file. Terminates a line that a crash truncated, so that the next one is separate. */
export function readStoredLines(file: string): string[] {
  if (!existsSync(file)) return []
  const content = readFileSync(file, 'utf8')
  if (!content.endsWith('\n')) appendFileSync(file, '\n')
  return content.split('\n')
}

/** A map that survives a restart if it has a file, with one JSON line per change. The last line of a key counts. */
export class StoredMap<Value> {
  readonly #map = new Map<string, Value>()
  readonly #file: string | undefined

  constructor(schema: v.GenericSchema<unknown, Value>, file?: string) {
    this.#file = file
    const Line = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.nullable(schema)]))
    for (const line of file === undefined ? [] : readStoredLines(file)) {
      const { success, output } = v.safeParse(Line, line)
      if (success) this.#change(...output)
    }
  }

  get(key: string): Value | undefined {
    return this.#map.get(key)
  }

  has(key: string): boolean {
    return this.#map.has(key)
  }

  values(): Value[] {
    return [...this.#map.values()]
  }

  /** Stores a value; `null` removes it. */
  set(key: string, value: Value | null): void {
    this.#change(key, value)
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify([key, value])}\n`)
  }

  #change(key: string, value: Value | null): void {
    if (value === null) this.#map.delete(key)
    else this.#map.set(key, value)
  }
}
