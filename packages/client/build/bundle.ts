import { build, type Plugin } from 'esbuild'

/** Writes the published JavaScript: one module without imports. */
export async function bundle(packageDirectory: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: packageDirectory,
    entryPoints: ['src/index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    plugins: [evaluatedOperations],
  })
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
