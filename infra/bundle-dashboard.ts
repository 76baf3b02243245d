import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Longer than a concurrent synthesis needs to copy a build. */
const KEPT_MILLISECONDS = 3_600_000

interface DashboardSources {
  /** Vite's root. */
  readonly source: string
  /** Other folders and files that the build depends on. */
  readonly others: readonly string[]
  readonly outdir: string
}

const SOURCES: DashboardSources = {
  source: join(root, 'packages/dashboard'),
  others: [join(root, 'packages/contract/src'), join(root, 'package-lock.json')],
  outdir: join(root, '.build/dashboard'),
}

/**
 * Builds the dashboard's web app and returns the folder of its files. Each state of the sources has its own folder below `outdir`.
 * A folder appears only when its build is complete. An existing build is reused.
 * @throws Vite's error, which names the file
 */
export async function bundleDashboard(sources: DashboardSources = SOURCES): Promise<string> {
  const { source, outdir } = sources
  const state = stateOf(sources)
  const directory = join(outdir, state)
  if (existsSync(directory)) return directory
  mkdirSync(outdir, { recursive: true })
  const draft = mkdtempSync(join(outdir, `${state}.`))
  // Slow to load, and rarely needed.
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  // Vite selects the build of React by NODE_ENV, not by mode. A synthesis in a test would get the slow one.
  process.env.NODE_ENV = 'production'
  try {
    await build({ root: source, mode: 'production', logLevel: 'silent', build: { outDir: draft, emptyOutDir: true } })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  // A bucket deployment requires this folder, even if the page loads nothing.
  mkdirSync(join(draft, 'assets'), { recursive: true })
  removeOld(outdir)
  publish(draft, directory)
  return directory
}

/** Renames `draft` to `directory`. If another process has created `directory`, deletes `draft` instead. */
function publish(draft: string, directory: string): void {
  try {
    renameSync(draft, directory)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(directory)) throw error
  }
}

/** Returns a hash that changes when any source changes. */
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
