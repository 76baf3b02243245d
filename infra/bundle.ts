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
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** One function's code, ready to be an asset. */
export interface Bundle {
  /** The entry's path below the functions folder with dashes for slashes: `api-conversations-create`, `relay`. */
  readonly name: string
  /** Folder that holds `index.mjs` and nothing else. */
  readonly directory: string
  readonly bytes: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const builtins = new Set(builtinModules)

/** An ESM import of a built-in evaluates all that it exports: 22 ms for node:http at each cold start, 2 ms this way. */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_0-9/]+$/ }, ({ path, namespace }) => {
      const name = path.replace(/^node:/, '')
      return builtins.has(name) && namespace !== 'builtin' ? { path: `node:${name}`, namespace: 'builtin' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

/**
 * ElectroDB checks the model of each entity against a JSON schema when it is made: up to a quarter of what a function does at a cold
 * start. Models do not change after they were tested, so bundles only tell them from instances, which have `_instance`.
 */
const testedModels: Plugin = {
  name: 'tested-models',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonschema$/ }, ({ path, importer }) =>
      importer.includes('/electrodb/') ? { path, namespace: 'tested-models' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'tested-models' }, () => ({ contents: ANY_MODEL, loader: 'js' }))
  },
}

const ANY_MODEL = `
  export class Validator {
    addSchema() {}
    validate({ _instance }) {
      return { errors: _instance === undefined ? [] : [{ property: 'instance', message: 'is no model' }] }
    }
  }
  Validator.prototype.customFormats = {}`

/** Entry file → bundle name: every file of the folders of routes, and the `index.ts` of each worker. */
function findEntries(source: string): Map<string, string> {
  const files = globSync(['{api,dashboard}/**/*.ts', '*/index.ts'], { cwd: source, exclude: ['**/*.test.ts'] })
  return new Map(
    files.toSorted().map((file) => [join(source, file), file.replace(/(\/index)?\.ts$/, '').replaceAll('/', '-')]),
  )
}

/**
 * Bundles every function with one esbuild call, and removes what earlier runs left in `outdir`. Nothing is done when no
 * source has changed since the last run. Files appear whole and at once, so that two runs at the same time do not see each
 * other's halves.
 * @throws esbuild's BuildFailure
 */
export async function bundleFunctions({
  source = join(root, 'functions'),
  outdir = join(root, '.build/functions'),
}: {
  source?: string
  outdir?: string
} = {}): Promise<Bundle[]> {
  const entries = findEntries(source)
  const record = `${outdir}.json`
  const known = readRecord(record)
  if (known && isCurrent(known, entries, outdir)) return known.bundles
  const { outputFiles, metafile } = await build({
    entryPoints: Array.from(entries, ([entry, name]) => ({ in: entry, out: name })),
    outdir,
    write: false,
    bundle: true,
    metafile: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    conditions: ['module'],
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [lazyBuiltins, testedModels],
  })
  const names = new Set(entries.values())
  mkdirSync(outdir, { recursive: true })
  for (const found of readdirSync(outdir)) if (!names.has(found)) rmSync(join(outdir, found), { recursive: true })
  const bundles = outputFiles.map(({ path, contents }) => {
    const name = basename(path, '.mjs')
    const directory = join(outdir, name)
    mkdirSync(directory, { recursive: true })
    writeWhole(join(directory, 'index.mjs'), contents, outdir)
    return { name, directory, bytes: contents.length }
  })
  const sources = Object.keys(metafile.inputs).filter((path) => !/^(builtin|tested-models):/.test(path))
  const stamps = Object.fromEntries([...sources, fileURLToPath(import.meta.url)].map((path) => [path, stampOf(path)]))
  writeWhole(record, JSON.stringify({ bundles, stamps } satisfies BundleRecord), outdir)
  return bundles
}

/** What the last run made, and of which state of each source. */
interface BundleRecord {
  readonly bundles: Bundle[]
  readonly stamps: Readonly<Record<string, string>>
}

function readRecord(path: string): BundleRecord | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function isCurrent({ bundles, stamps }: BundleRecord, entries: ReadonlyMap<string, string>, outdir: string): boolean {
  const made = bundles.map(({ name }) => name).toSorted()
  return (
    isDeepStrictEqual(made, [...entries.values()].toSorted()) &&
    made.every((name) => existsSync(join(outdir, name, 'index.mjs'))) &&
    Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)
  )
}

/** Changes when the file does; `''` when there is none. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : ''
}

function writeWhole(path: string, contents: string | Uint8Array, outdir: string): void {
  const draft = `${outdir}.${process.pid}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
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
