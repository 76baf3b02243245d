import { readdir } from 'node:fs/promises'

/** Returns the object and picklist schemas that the contract exports, with the names of their constants. */
export async function namedSchemas(): Promise<ReadonlyMap<unknown, string>> {
  const directory = new URL('.', import.meta.resolve('@messaging/contract/endpoints.ts'))
  const files = (await readdir(directory)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const named = new Map<unknown, string>()
  const taken = new Set(['ConflictReason', 'ErrorCode', 'Method', 'Operations', 'ServiceClient'])
  for (const file of files.toSorted()) {
    const exported: Record<string, unknown> = await import(new URL(file, directory).href)
    for (const [name, value] of Object.entries(exported)) {
      // If two modules use the same name, or a schema has two names, the first one applies.
      if (!/^[A-Z][a-z]/.test(name) || !isNameable(value) || taken.has(name) || named.has(value)) continue
      named.set(value, name)
      taken.add(name)
    }
  }
  return named
}

function isNameable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if ('entries' in value) return Object.keys(Object(value.entries)).length > 0
  return value.type === 'picklist' || value.type === 'variant'
}
