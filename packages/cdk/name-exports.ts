import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const NAMESPACE = 'named-exports'
/** The name of a CommonJS module's exports in the namespace that Node makes of it. */
const COMMON_JS = 'module.exports'
const RESOLVED = 'resolved'

/**
 * Gives a dynamic import of a bundled CommonJS module the names that it has in Node. A bundle in several files would give it the
 * default export alone, and `const { Client } = await import('…')` would be undefined. The build loads the modules to know their names.
 */
export const nameExports: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === RESOLVED) return null
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: RESOLVED })
      const inPackage = found.path.includes('/node_modules/') && !found.external && found.errors.length === 0
      if (!inPackage) return null
      const { metafile } = await build.esbuild.build({
        entryPoints: [found.path],
        bundle: false,
        write: false,
        metafile: true,
        logLevel: 'silent',
        outdir: resolveDir,
      })
      if (Object.values(metafile.inputs).some(({ format }) => format === 'esm')) return null
      const names = Object.keys(await import(pathToFileURL(found.path).href))
      return { path: found.path, namespace: NAMESPACE, pluginData: { names } }
    })
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path, pluginData }) => ({
      contents: moduleOf(path, pluginData.names),
      resolveDir: build.initialOptions.absWorkingDir ?? process.cwd(),
    }))
  },
}

/** Returns an ES module that exports `names` of the CommonJS module at `path`, and the module as its default. */
export function moduleOf(path: string, names: readonly string[]): string {
  const exported = names.filter((name) => name !== 'default' && name !== COMMON_JS)
  return [
    `const loaded = require(${JSON.stringify(path)})`,
    'export default loaded',
    ...exported.map((name, index) => `const e${index} = loaded[${JSON.stringify(name)}]`),
    `export { ${exported.map((name, index) => `e${index} as ${JSON.stringify(name)}`).join(', ')} }`,
  ].join('\n')
}
