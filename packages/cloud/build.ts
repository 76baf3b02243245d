import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Writes the package as users install it into `dist`: `npm pack ./packages/cloud/dist`. Its modules are JavaScript, because Node
// strips no types below `node_modules`; the other packages of this repository import the sources.

const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')
const COPIED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'src/engines/loopback']

await rm(DIST, { recursive: true, force: true })
await promisify(execFile)('tsc', ['--project', 'tsconfig.build.json', '--outDir', join(DIST, 'src')], { cwd: ROOT })
await Promise.all(COPIED.map((path) => cp(join(ROOT, path), join(DIST, path), { recursive: true })))
await cp(join(ROOT, 'examples'), join(DIST, 'examples'), {
  recursive: true,
  filter: (path) => !path.endsWith('.test.ts'),
})
const {
  private: _,
  devDependencies: _development,
  scripts: _scripts,
  exports,
  ...manifest
} = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
const doors = Object.entries(exports).map(([door, source]) => {
  const module = String(source).replace(/\.ts$/, '')
  return [door, { types: `${module}.d.ts`, default: `${module}.js` }]
})
const published = { ...manifest, exports: { ...Object.fromEntries(doors), './package.json': './package.json' } }
await writeFile(join(DIST, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
