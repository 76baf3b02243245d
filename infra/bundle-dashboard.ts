import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Long enough for any synthesis that still copies what another one built. */
const KEPT_MILLISECONDS = 3_600_000

/** Where the web app's sources are, what else it is made of, and where its files go. */
export interface DashboardSources {
  /** Vite's root. */
  readonly source: string
  /** Folders and files outside that go into it. */
  readonly others: readonly string[]
  readonly outdir: string
}

const SOURCES: DashboardSources = {
  source: join(root, 'packages/dashboard'),
  others: [join(root, 'packages/contract/src'), join(root, 'package-lock.json')],
  outdir: join(root, '.build/dashboard'),
}

/**
 * Builds the dashboard's web app, and answers the folder of its files. One folder below `outdir` for each state of the sources:
 * it is there whole or not at all, and nothing is built twice.
 * @throws Vite's error, which names the file
 */
export async function bundleDashboard(sources: DashboardSources = SOURCES): Promise<string> {
  const { source, outdir } = sources
  const state = stateOf(sources)
  const directory = join(outdir, state)
  if (existsSync(directory)) return directory
  mkdirSync(outdir, { recursive: true })
  const draft = mkdtempSync(join(outdir, `${state}.`))
  // Takes a while to load, and is seldom needed.
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  // Vite looks at it, not at the mode, to tell which React it takes: whoever synthesizes from a test would get the slow one.
  process.env.NODE_ENV = 'production'
  try {
    await build({ root: source, mode: 'production', logLevel: 'silent', build: { outDir: draft, emptyOutDir: true } })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  // A bucket deployment is made of it, which a page that loads nothing would lack.
  mkdirSync(join(draft, 'assets'), { recursive: true })
  removeOld(outdir)
  publish(draft, directory)
  return directory
}

/** Another process may have been as quick: then its folder is the one. */
function publish(draft: string, directory: string): void {
  try {
    renameSync(draft, directory)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(directory)) throw error
  }
}

/** A name for what all sources are now: it changes when any of them does. */
function stateOf({ source, others }: DashboardSources): string {
  const files = [source, ...others].flatMap((place) =>
    statSync(place).isDirectory()
      ? globSync('**/*', { cwd: place, exclude: ['node_modules', '**/*.test.*'] }).map((file) => join(place, file))
      : [place],
  )
  const hash = createHash('sha256')
  for (const file of [...files.toSorted(), fileURLToPath(import.meta.url)]) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

function removeOld(outdir: string): void {
  const before = Date.now() - KEPT_MILLISECONDS
  for (const name of readdirSync(outdir)) {
    const path = join(outdir, name)
    if (statSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true })
  }
}
