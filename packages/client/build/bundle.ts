import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/** Writes the published library: one module without imports, for every runtime. */
export async function bundleLibrary(outfile: string): Promise<void> {
  await build({ ...COMMON, entryPoints: ['src/index.ts'], outfile, platform: 'neutral', target: 'es2022' })
}

/** Publishes the evaluated table of src/operations.ts instead of the contract's schemas. */
const evaluatedOperations: Plugin = {
  name: 'evaluated-operations',
  setup(build) {
    build.onLoad({ filter: /\/src\/operations\.ts$/ }, async () => {
      const { operations } = await import('../src/operations.ts')
      return { contents: `export const operations = ${JSON.stringify(operations)}`, loader: 'js' }
    })
  },
}

const COMMON = {
  absWorkingDir: join(import.meta.dirname, '..'),
  bundle: true,
  format: 'esm',
  plugins: [evaluatedOperations],
} satisfies BuildOptions
