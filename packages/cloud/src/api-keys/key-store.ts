import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'

const StoredKey = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  value: v.string(),
  enabled: v.boolean(),
  /** Seconds since the epoch. */
  createdDate: v.number(),
  lastUpdatedDate: v.number(),
  usagePlanIds: v.array(v.string()),
  tags: v.optional(v.record(v.string(), v.string()), {}),
})

export type StoredKey = v.InferOutput<typeof StoredKey>

const File = v.object({ keys: v.array(StoredKey) })

/** The API keys of one cloud, stored in one file. */
export interface KeyStore {
  get(id: string): StoredKey | undefined
  withValue(value: string): StoredKey | undefined
  /** Every key, oldest first. */
  list(): readonly StoredKey[]
  /** Writes the key to disk before it returns. */
  put(key: StoredKey): void
  delete(id: string): void
  /** Takes a snapshot of all keys. Returns a function that restores it. */
  remember(): () => void
}

/** Opens the key file. @throws Error if the file exists and has an invalid format. */
export function openKeyStore(file: string): KeyStore {
  const byId = new Map(read(file).map((key) => [key.id, key]))
  const byValue = new Map([...byId.values()].map((key) => [key.value, key]))

  const keep = (change: () => void) => {
    change()
    write(file, [...byId.values()])
  }
  return {
    get: (id) => byId.get(id),
    withValue: (value) => byValue.get(value),
    list: () => [...byId.values()],
    put: (key) =>
      keep(() => {
        byId.set(key.id, key)
        byValue.set(key.value, key)
      }),
    delete: (id) =>
      keep(() => {
        const key = byId.get(id)
        byId.delete(id)
        if (key) byValue.delete(key.value)
      }),
    remember() {
      const kept = [...byId.values()]
      return () =>
        keep(() => {
          byId.clear()
          byValue.clear()
          for (const key of kept) {
            byId.set(key.id, key)
            byValue.set(key.value, key)
          }
        })
    },
  }
}

function read(file: string): readonly StoredKey[] {
  if (!existsSync(file)) return []
  const result = v.safeParse(File, JSON.parse(readFileSync(file, 'utf8')))
  if (!result.success) throw new Error(`${file}: ${v.summarize(result.issues)}`)
  return result.output.keys
}

/** Writes a new file and renames it, so that the file is complete even after a crash. */
function write(file: string, keys: readonly StoredKey[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify({ keys }), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
