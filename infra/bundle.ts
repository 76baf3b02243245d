import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { type BuildResult, build, type Metafile, type Plugin } from 'esbuild'
import { bundleOptions, isFile } from './bundle-options.ts'

/** Source files that functions load on first use, by the name of their bundle without `.mjs`. */
type FirstUse = Map<string, string>

/** One function's code, ready to be an asset. */
export interface Bundle {
  /** The function's path below the functions folder, with dashes instead of slashes: `api-conversations-create`, `relay`. */
  readonly name: string
  /** Folder with `index.mjs` and the files that it loads on first use. */
  readonly directory: string
  /** Size of `index.mjs`, which is loaded at each cold start. */
  readonly bytes: number
  /** The third-party packages in `index.mjs`. */
  readonly packages: readonly string[]
  /** The files that are loaded on first use, without `.mjs`. */
  readonly onFirstUse: readonly string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** The files that define how functions are bundled. */
const ownFiles = ['bundle.ts', 'bundle-options.ts', 'first-use.ts'].map((file) => join(root, 'infra', file))

/** The routes of the contract by path below the functions folder. */
const ROUTES = [
  ...Object.keys(endpoints).map((key) => `api/${key}`),
  ...Object.keys({ ...dashboardEndpoints, ...sessionEndpoints }).map((key) => `dashboard/${key}`),
]

/** Returns bundle names by esbuild's entry: each route, and the `index.ts` of each worker. */
function findEntries(source: string, routes: readonly string[]): Map<string, string> {
  const workers = globSync('*/index.ts', { cwd: source }).map((file) => [join(source, file), dirname(file)] as const)
  const handlers = routes.map((route) => [`route:${join(source, route)}`, route.replaceAll('/', '-')] as const)
  return new Map([...handlers, ...workers].toSorted(([, name], [, other]) => (name < other ? -1 : 1)))
}

/**
 * Bundles every function with one esbuild call, and removes other folders from `outdir`. Does nothing if no source has
 * changed since the last run. Files are written atomically, so that concurrent runs never see incomplete files.
 * @throws esbuild's BuildFailure
 */
export async function bundleFunctions({
  source = join(root, 'functions'),
  routes = ROUTES,
  outdir = join(root, '.build/functions'),
}: {
  source?: string
  routes?: readonly string[]
  outdir?: string
} = {}): Promise<Bundle[]> {
  const entries = findEntries(source, routes)
  const record = `${outdir}.json`
  const known = readRecord(record)
  if (known && isCurrent(known, entries, outdir)) return known.bundles
  const found: FirstUse = new Map()
  const options = { outdir, write: false, metafile: true, ...bundleOptions } as const
  const [main, onFirstUse] = [
    await build({
      ...options,
      entryPoints: Array.from(entries, ([entry, name]) => ({ in: entry, out: name })),
      plugins: [firstUse(found), ...bundleOptions.plugins],
    }),
    await build({ ...options, entryPoints: Array.from(found, ([name, path]) => ({ in: path, out: name })) }),
  ]
  const names = new Set(entries.values())
  mkdirSync(outdir, { recursive: true })
  for (const left of readdirSync(outdir)) if (!names.has(left)) rmSync(join(outdir, left), { recursive: true })
  const later = byName(onFirstUse)
  const bundles = Array.from(byName(main), ([name, { contents, output }]) => {
    const directory = join(outdir, name)
    const files = loadedBy(output).map((file) => [file, later.get(file)] as const)
    assertNoDuplicates(name, [output, ...files.flatMap(([, file]) => file?.output ?? [])])
    mkdirSync(directory, { recursive: true })
    const present = new Set(['index.mjs', ...files.map(([file]) => `${file}.mjs`)])
    for (const left of readdirSync(directory)) if (!present.has(left)) rmSync(join(directory, left))
    for (const [file, made] of files) if (made) writeWhole(join(directory, `${file}.mjs`), made.contents, outdir)
    writeWhole(join(directory, 'index.mjs'), contents, outdir)
    return {
      name,
      directory,
      bytes: contents.length,
      packages: packagesOf(output),
      onFirstUse: files.map(([file]) => file),
    }
  })
  const sources = [main, onFirstUse].flatMap(({ metafile }) => Object.keys(metafile.inputs).filter(isFile))
  const stamps = Object.fromEntries([...sources, ...ownFiles].map((path) => [path, stampOf(path)]))
  writeWhole(record, JSON.stringify({ bundles, stamps } satisfies BundleRecord), outdir, true)
  return bundles
}

interface Output {
  readonly contents: Uint8Array
  readonly output: Metafile['outputs'][string]
}

/** Returns the files of one build by their names without extension. */
function byName({ outputFiles, metafile }: BuildResult<{ write: false; metafile: true }>): Map<string, Output> {
  return new Map(
    outputFiles.map(({ path, contents }) => {
      const output = metafile.outputs[relative(process.cwd(), path)]
      if (!output) throw new Error(`esbuild's metafile has no entry for ${path}`)
      return [basename(path, '.mjs'), { contents, output }]
    }),
  )
}

function packagesOf({ inputs }: Output['output']): string[] {
  const names = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []) : [],
  )
  return [...new Set(names)].toSorted()
}

interface BundleRecord {
  readonly bundles: Bundle[]
  readonly stamps: Readonly<Record<string, string>>
}

/** Returns undefined if it does not exist, or is incomplete after a power failure. */
function readRecord(path: string): BundleRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function isCurrent({ bundles, stamps }: BundleRecord, entries: ReadonlyMap<string, string>, outdir: string): boolean {
  const made = bundles.map(({ name }) => name).toSorted()
  return (
    isDeepStrictEqual(made, [...entries.values()].toSorted()) &&
    made.every((name) => existsSync(join(outdir, name, 'index.mjs'))) &&
    Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)
  )
}

/** Returns a string that changes when the file changes, or `''` if the file does not exist. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : ''
}

function writeWhole(path: string, contents: string | Uint8Array, outdir: string, flush = false): void {
  const draft = `${outdir}.${process.pid}`
  writeFileSync(draft, contents, { flush })
  renameSync(draft, path)
}

/** Moves modules that we `import()` from `index.mjs` to `found`: V8 reads a whole file, at about 20 ms per megabyte. */
function firstUse(found: FirstUse): Plugin {
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
function loadedBy({ imports }: Metafile['outputs'][string]): string[] {
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
function assertNoDuplicates(name: string, files: readonly Metafile['outputs'][string][]): void {
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

if (import.meta.main) {
  const kilobytes = (bytes: number) => Number((bytes / 1024).toFixed(1))
  console.table(
    (await bundleFunctions()).map(({ name, directory, bytes }) => ({
      function: name,
      KB: kilobytes(bytes),
      'KB gzip': kilobytes(gzipSync(readFileSync(join(directory, 'index.mjs'))).length),
    })),
  )
}
