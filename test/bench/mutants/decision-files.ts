import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CLIENT = /^(@aws-sdk\/|electrodb$)|-entity\.ts$|^packages\/core\/src\/platform\/table\//
/** What is loaded at run time. Types are not. */
const IMPORT =
  /^(?:import|export) (?!type )(?:(?!\{(?:\s*type \w+,?)+\s*\} from)[^'";]*? from )?'([^']+)'|(?<=import\(')([^']+)/gm
const ASYNC_FUNCTION = /^(?:export )?async function.*?^\}$/gms

/**
 * Returns what is mutated, as Stryker's patterns. Decisions depend on their arguments only, so a unit test can notice any
 * change of them. They are the files of core, http and contract that load neither the table, an entity nor an AWS client, and
 * in the other files with a test beside them, the functions that are not async. Calls of AWS are tested over HTTP, in
 * processes that Stryker does not run.
 */
export function decisionFiles(root: string, folders: readonly string[]): string[] {
  const isWanted = (file: string) => folders.length === 0 || folders.some((at) => `${file}/`.startsWith(`${at}/`))
  const sources = globSync('packages/{core,http,contract}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const decides = decisionsIn(root)
  return sources.filter(isWanted).toSorted().flatMap(decides)
}

function decisionsIn(root: string): (file: string) => string[] {
  const known = new Map<string, boolean>()
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
  const loadsClient = (file: string): boolean => {
    if (CLIENT.test(file)) return true
    if (!file.startsWith('packages/')) return false
    const before = known.get(file)
    if (before !== undefined) return before
    known.set(file, false)
    const found = [...textOf(file).matchAll(IMPORT)].some(([, at, from = at ?? '']) =>
      loadsClient(resolveImport(file, from)),
    )
    known.set(file, found)
    return found
  }
  return (file) => {
    if (!loadsClient(file)) return [file]
    if (!existsSync(join(root, file.replace(/\.ts$/, '.test.ts')))) return []
    return linesOutside(textOf(file), ASYNC_FUNCTION).map(([first, last]) => `${file}:${first}-${last}`)
  }
}

function resolveImport(file: string, from: string): string {
  return from.startsWith('.') ? join(dirname(file), from) : from.replace(/^@replywright\/(\w+)\//, 'packages/$1/src/')
}

/** Returns the first and last line of each part between the matches. */
function linesOutside(text: string, pattern: RegExp): [first: number, last: number][] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  const matches = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [lineAt(index), lineAt(index + length)])
  const starts = [1, ...matches.map(([, last = 0]) => last + 1)]
  const ends = [...matches.map(([first = 0]) => first - 1), text.split('\n').length]
  return starts.flatMap((first, index): [number, number][] => {
    const last = ends[index] ?? first
    return first <= last ? [[first, last]] : []
  })
}
