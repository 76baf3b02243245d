import { build, type Plugin } from 'esbuild'

/** Writes the JavaScript that is shipped: one module that imports nothing. */
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

/** Ships the table that src/operations.ts evaluates to instead of all the schemas that it is made from. */
const evaluatedOperations: Plugin = {
  name: 'evaluated-operations',
  setup(build) {
    build.onLoad({ filter: /\/src\/operations\.ts$/ }, async () => {
      const { operations } = await import('../src/operations.ts')
      return { contents: `export const operations = ${JSON.stringify(operations)}`, loader: 'js' }
    })
  },
}
