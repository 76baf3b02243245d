import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Returns the names of the values that test files, or the modules of this repository that they import, `inject`. The
 * search ends when all of `wanted` are found.
 */
export function injectedBy(files: readonly string[], wanted: ReadonlySet<string>): Set<string> {
  const paths = new Set(files)
  const found = new Set<string>()
  // Paths that are added to the set are visited, too.
  for (const path of paths) {
    const source = readFileSync(path, 'utf8')
    for (const [, name = ''] of source.matchAll(/\binject\('(\w+)'\)/g)) if (wanted.has(name)) found.add(name)
    if (found.size === wanted.size) break
    for (const [, from = ''] of source.matchAll(/\b(?:from|import)\b ?\(?'((?:\.|@messaging\/)[^']+\.tsx?)'/g))
      paths.add(from.startsWith('.') ? resolve(dirname(path), from) : require.resolve(from))
  }
  return found
}
