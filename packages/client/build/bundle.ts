import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** Writes the published library: one module without imports, for every runtime. */
export async function bundleLibrary(outfile: string): Promise<void> {
  await build({ ...COMMON, entryPoints: ['src/index.ts'], outfile, platform: 'neutral', target: 'es2022' })
}

const REQUIRE = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)`

/**
 * Writes the published command line: one module with all that it needs, for Node. The licences of what it contains are
 * in the file `<outfile>.licenses.txt`.
 */
export async function bundleCli(outfile: string): Promise<void> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ['src/cli/main.ts'],
    outfile,
    platform: 'node',
    target: 'node20.3',
    // Libraries of CommonJS require Node's modules.
    banner: { js: REQUIRE },
    minify: true,
    legalComments: 'eof',
    metafile: true,
  })
  const licenses = await licensesOf(Object.keys(metafile.inputs), COMMON.absWorkingDir)
  await writeFile(`${outfile}.licenses.txt`, licenses)
}

/** Publishes the evaluated tables of operations and tools instead of the contract's schemas. */
const evaluatedTables: Plugin = {
  name: 'evaluated-tables',
  setup(build) {
    build.onLoad({ filter: /\/src\/(operations|cli\/mcp\/tools)\.ts$/ }, async ({ path }) => {
      const tables: object = await import(path)
      const lines = Object.entries(tables).map(([name, table]) => `export const ${name} = ${JSON.stringify(table)}`)
      return { contents: lines.join('\n'), loader: 'js' }
    })
  },
}

const COMMON = {
  absWorkingDir: join(import.meta.dirname, '..'),
  bundle: true,
  format: 'esm',
  plugins: [evaluatedTables],
} satisfies BuildOptions

/**
 * Returns the licences of the npm packages that a bundle contains, which must be published with it. `inputs` are the
 * paths of its modules, relative to `directory`.
 */
export async function licensesOf(inputs: readonly string[], directory: string): Promise<string> {
  const packages = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  const texts = Array.from(packages, async (path) => {
    const root = join(directory, path)
    const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const file = (await readdir(root)).find((entry) => entry.startsWith('LICENSE'))
    return `${name} ${version}\n\n${file ? await readFile(join(root, file), 'utf8') : `License: ${license}\n`}`
  })
  return (await Promise.all(texts)).toSorted().join('\n\n---\n\n')
}
