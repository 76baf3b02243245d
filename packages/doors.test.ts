import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'

/** The packages of which others import single files. Each lists these files in `exports`, and nothing else. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  contract: 'packages/contract/src',
  core: 'packages/core/src',
  dashboard: 'packages/dashboard/src',
  http: 'packages/http/src',
  infra: 'infra',
  local: 'packages/local/src',
  ops: 'packages/ops/src',
  pages: 'packages/pages/src',
  simulators: 'packages/simulators/src',
}

const SOURCES = globSync('{packages,infra,functions,test,examples}/**/*.{ts,tsx,mjs}', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/.build/**'],
}).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Returns the files of a package that files outside of it import, as `./<path>`. */
function importedFrom(name: string): readonly string[] {
  const root = DIRECTORIES[name]?.replace(/\/src$/, '/') ?? ''
  const specifier = new RegExp(String.raw`['"\`]@replywright/${name}/([^'"\`\s]+)['"\`]`, 'g')
  const outside = SOURCES.filter(({ file }) => !file.startsWith(root))
  const imported = outside.flatMap(({ text }) => Array.from(text.matchAll(specifier), ([, path = '']) => `./${path}`))
  return [...new Set(imported)].toSorted()
}

const Manifest = v.looseObject({ exports: v.optional(v.record(v.string(), v.unknown())) })

// After a new import from another package: `npm test -- packages/doors -u`.
test.each(Object.entries(DIRECTORIES))(
  '%s exports exactly the files that other packages import',
  async (name, folder) => {
    const [path, prefix] = folder.endsWith('/src') ? [folder.slice(0, -4), './src/'] : [folder, './']
    const file = resolve(path, 'package.json')
    const manifest = v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')))
    const doors = importedFrom(name)
    expect(doors.length).toBeGreaterThan(0)
    const exports = Object.fromEntries(doors.map((door) => [door, `${prefix}${door.slice(2)}`]))
    await expect(`${JSON.stringify({ ...manifest, exports }, null, 2)}\n`).toMatchFileSnapshot(file)
  },
)

test('no package exports all of its files', () => {
  const manifests = globSync('{packages/*,infra,functions}/package.json')
  expect(manifests.length).toBeGreaterThan(10)
  for (const file of manifests) {
    const { exports = {} } = v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')))
    expect(
      Object.keys(exports).filter((door) => door.includes('*')),
      file,
    ).toEqual([])
  }
})
