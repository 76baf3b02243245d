import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All files that the app may depend on, including the lock file. */
const SOURCES = ['cdk.json', 'package-lock.json', '{infra,functions}/**/*', 'packages/*/*', 'packages/*/src/**/*']

/** Returns a hash that changes when a source file is changed, added or removed. */
export function sourceState(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts'] })
  for (const file of files.toSorted()) {
    const stats = statSync(join(root, file))
    if (stats.isFile()) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`)
  }
  return hash.digest('hex')
}
