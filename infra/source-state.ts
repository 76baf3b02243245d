import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All that the app may be made of, and the versions of what it uses. */
const SOURCES = ['cdk.json', 'package-lock.json', '{infra,functions}/**/*', 'packages/*/*', 'packages/*/src/**/*']

/** A name for what all sources are now: it changes when one of them is changed, added or removed. */
export function sourceState(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts'] })
  for (const file of files.toSorted()) {
    const stats = statSync(join(root, file))
    if (stats.isFile()) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`)
  }
  return hash.digest('hex')
}
