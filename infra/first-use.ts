import type { Metafile, Plugin } from 'esbuild'

/** Files that functions load on first use, by the names that they have beside `index.mjs`, without `.mjs`. */
export type FirstUse = Map<string, string>

/**
 * Leaves what our code imports with `import()` out of a function's `index.mjs`, and adds it to `found`: V8 reads a file whole, even what
 * is never called, at about 20 ms a megabyte.
 */
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

/** The names of the files that the output of a bundle may load. */
export function loadedBy({ imports }: Metafile['outputs'][string]): string[] {
  const names = imports
    .filter(({ kind, external }) => kind === 'dynamic-import' && external)
    .map(({ path }) => path.replace(/^\.\/(.*)\.mjs$/, '$1'))
  return [...new Set(names)].toSorted()
}

/**
 * Our modules have state: settings, clients, the context of the log, classes of errors. So a function must not have one of them twice.
 * @throws Error when two files of a function hold the same one
 */
export function refuseTwice(name: string, files: readonly Metafile['outputs'][string][]): void {
  const seen = new Set<string>()
  for (const { inputs } of files)
    for (const path of Object.keys(inputs).filter((input) => /\.ts$/.test(input) && !input.includes('node_modules/'))) {
      if (seen.has(path))
        throw new Error(
          `${name}: ${path} is needed at the start and on first use. What is loaded with import() may import libraries only.`,
        )
      seen.add(path)
    }
}
