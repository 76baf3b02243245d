import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { nameExports } from './name-exports.ts'

const MODULES = {
  'common/index.js':
    'Object.defineProperty(exports, "__esModule", { value: true }); exports.Client = class {}; exports.default = 1',
  'plain/index.js': 'module.exports = { convert: () => "converted" }',
  'nested/index.js': 'exports.load = async () => (await import("./inner.js")).inner; ',
  'nested/inner.js': 'exports.inner = "inner"',
  'modern/index.mjs': 'export const named = "named"; export default "default"',
}

test('a dynamic import of a bundled module has the names that it has in Node', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'name-exports-'))
  try {
    for (const [path, text] of Object.entries(MODULES)) {
      const [name = '', file = ''] = path.split('/')
      await mkdir(join(directory, 'node_modules', name), { recursive: true })
      await writeFile(join(directory, 'node_modules', name, file), text)
    }
    await writeFile(join(directory, 'node_modules/modern/package.json'), '{"main":"index.mjs"}')
    await writeFile(
      join(directory, 'main.mjs'),
      `const { Client } = await import('common')
      const { default: plain } = await import('plain')
      const { load } = await import('nested')
      const { named, default: other } = await import('modern')
      export const results = [typeof new Client(), plain.convert(), await load(), named, other]`,
    )
    const outdir = join(directory, 'out')
    const entryPoints = [join(directory, 'main.mjs')]
    const outExtension = { '.js': '.mjs' }
    await build({
      entryPoints,
      outdir,
      outExtension,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      plugins: [nameExports],
    })
    const { results } = await import(join(outdir, 'main.mjs'))
    expect(results).toEqual(['object', 'converted', 'inner', 'named', 'default'])
  } finally {
    await rm(directory, { recursive: true })
  }
})
