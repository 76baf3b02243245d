import type { Metafile, Plugin } from 'esbuild'

/** Source files that functions load on first use, by the name of their bundle without `.mjs`. */
export type FirstUse = Map<string, string>

/** Moves modules that we `import()` from `index.mjs` to `found`: V8 reads a whole file, at about 20 ms per megabyte. */
export function firstUse(found: FirstUse): Plugin {
  return {
    name: 'first-use',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir }) => {
        if (kind !== 'dynamic-import' || importer.includes('/node_modules/')) return undefined
        const { path: file, errors } = await resolve(path, { kind: 'import-statement', importer, resolveDir })
        if (errors.length > 0) return { errors }
        const name = path
          .replace(/^\..*\//, '')
          .replace(/\.ts$/, '')
          .replaceAll(/\W+/g, '-')
          .replace(/^-/, '')
        if ((found.get(name) ?? file) !== file) return { errors: [{ text: `Two files would be ${name}.mjs` }] }
        found.set(name, file)
        return { path: `./${name}.mjs`, external: true }
      })
    },
  }
}

/** Returns the names of the files that an output may load. */
export function loadedBy({ imports }: Metafile['outputs'][string]): string[] {
  const names = imports
    .filter(({ kind, external }) => kind === 'dynamic-import' && external)
    .map(({ path }) => path.replace(/^\.\/(.*)\.mjs$/, '$1'))
  return [...new Set(names)].toSorted()
}

/**
 * Checks that the files of a function contain none of our modules twice. Modules have state: settings, clients, log context, error
 * classes.
 * @throws Error if two files contain the same module
 */
export function assertNoDuplicates(name: string, files: readonly Metafile['outputs'][string][]): void {
  const seen = new Set<string>()
  for (const { inputs } of files)
    for (const path of Object.keys(inputs).filter((input) => /\.ts$/.test(input) && !input.includes('node_modules/'))) {
      if (seen.has(path))
        throw new Error(
          `${name}: ${path} is needed at the start and on first use. Code loaded with import() may import libraries only.`,
        )
      seen.add(path)
    }
}
