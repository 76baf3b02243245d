import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Checks that a tag names the version of the package, and that the changelog has a dated section for it.
 * @throws Error that names the file to change
 */
export function checkRelease(tag: string, version: string, changelog: string): void {
  if (tag !== `client-v${version}`) throw new Error(`The tag ${tag} is not client-v${version}. Change package.json.`)
  const heading = `## [${version}] - `
  const dates = changelog.split('\n').flatMap((line) => (line.startsWith(heading) ? [line.slice(heading.length)] : []))
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dates[0] ?? ''))
    throw new Error(`CHANGELOG.md has no section "## [${version}] - <date>".`)
}

if (import.meta.main) {
  const [tag = ''] = process.argv.slice(2)
  const read = (file: string) => readFile(join(import.meta.dirname, '..', file), 'utf8')
  checkRelease(tag, JSON.parse(await read('package.json')).version, await read('CHANGELOG.md'))
}
