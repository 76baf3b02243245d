import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** A map that survives a restart if it has a file, with one JSON line per change. The last line of a key counts. */
export class StoredMap<Value> {
  readonly #map = new Map<string, Value>()
  readonly #file: string | undefined

  constructor(schema: v.GenericSchema<unknown, Value>, file?: string) {
    this.#file = file
    const Line = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.nullable(schema)]))
    const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    for (const line of lines) {
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
