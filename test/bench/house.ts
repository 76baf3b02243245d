import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The text of each file, by its path from the root of the repository. */
export type Files = ReadonlyMap<string, string>

interface Measure {
  readonly name: string
  readonly goal: number
  readonly value: number
  /** How the value was counted, unless its name says so. */
  readonly method?: string
}

const CORE = 'packages/core/src/'
const SOURCES = '{packages,infra,functions}/**/*.{ts,tsx,css}'
const TEST = /\.test\.|-fixture\.|\/testing(\/|\.ts$)/
/** An agent's setting that is stored, validated, shown and edited, and has little behaviour of its own. */
const FIELD = 'firstMessage'
const EVENT = 'subscription.revoked'

/**
 * Prints the size of the code and how far a change spreads, each with its goal: `npm run bench -- house [--json]`.
 * Nothing is changed or run: all figures are counted in the files of the working tree.
 */
export async function run(args: readonly string[]): Promise<void> {
  const paths = globSync([SOURCES, 'README.md'], { exclude: ['**/node_modules/**', '**/.build/**', '**/dist/**'] })
  const files = new Map(paths.toSorted().map((path) => [path, readFileSync(path, 'utf8')]))
  const measures = measuresOf(files)
  if (args.includes('--json')) return console.log(JSON.stringify(measures, null, 2))
  console.table(
    Object.fromEntries(
      measures.map(({ name, goal, value }) => [name, { value, goal, reached: value <= goal ? 'yes' : 'no' }]),
    ),
  )
  for (const { name, method } of measures) if (method) console.log(`${name}: ${method}`)
}

/** Returns the figures of the files with their goals, which are maxima. */
export function measuresOf(files: Files): readonly Measure[] {
  const sources = withoutTests(files)
  const layers = layersOf(sources)
  const [field, event] = [mentions(files, FIELD), mentions(files, EVENT)]
  const spread = 'not from a change that was made, but by listing the files that mention'
  return [
    { name: 'lines of source', goal: 86_000, value: linesOf(sources), method: 'without tests and their fixtures' },
    { name: 'files of source', goal: 1400, value: sources.size },
    { name: 'files of core that others import', goal: 70, value: importedFromOutside(sources).size },
    {
      name: 'arrows between layers of core',
      goal: 24,
      value: arrowsBetween(sources, layers).size,
      method: `of ${(layers.length * (layers.length - 1)) / 2} without circles between ${layers.length} layers`,
    },
    { name: 'words of README.md', goal: 1300, value: wordsOf(files.get('README.md') ?? '') },
    {
      name: 'files with a field of agents',
      goal: 4,
      value: field.sources.length,
      method: `${spread} "${FIELD}": ${listed(field)}`,
    },
    { name: 'tests with a field of agents', goal: 1, value: field.tests.length },
    {
      name: 'files with an event',
      goal: 4,
      value: event.sources.length,
      method: `${spread} "${EVENT}": ${listed(event)}`,
    },
    { name: 'tests with an event', goal: 1, value: event.tests.length },
  ]
}

function withoutTests(files: Files): Files {
  return new Map([...files].filter(([path]) => /\.(tsx?|css)$/.test(path) && !TEST.test(path)))
}

function linesOf(files: Files): number {
  return [...files.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0)
}

/** Returns the modules of core that files outside of it import. */
export function importedFromOutside(files: Files): ReadonlySet<string> {
  const outside = [...files].filter(([path]) => !path.startsWith(CORE))
  return new Set(outside.flatMap(([, text]) => text.match(/(?<=['"])@replywright\/core\/[^'"]+/g) ?? []))
}

function layersOf(files: Files): readonly string[] {
  const folders = [...files.keys()].flatMap((path) =>
    path.startsWith(CORE) ? [path.slice(CORE.length).split('/')] : [],
  )
  return [...new Set(folders.filter((parts) => parts.length > 1).map(([layer = '']) => layer))]
}

/** Returns each pair of layers of core, `<from> → <to>`, of which a file of the first imports one of the second. */
export function arrowsBetween(files: Files, layers: readonly string[]): ReadonlySet<string> {
  const layerOf = (path: string) => layers.find((layer) => path.startsWith(`${CORE}${layer}/`))
  const arrows = [...files].flatMap(([path, text]) => {
    const from = layerOf(path)
    const targets = Array.from(text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g), ([, to = '']) =>
      layerOf(join(dirname(path), to)),
    )
    return from ? targets.filter((to) => to !== undefined && to !== from).map((to) => `${from} → ${to}`) : []
  })
  return new Set(arrows)
}

/** Returns the number of words as `wc -w` counts them, with code and markup. */
export function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** Returns the files of source and of tests in which a name occurs. */
export function mentions(files: Files, name: string): { sources: readonly string[]; tests: readonly string[] } {
  const paths = [...files].filter(([path, text]) => /\.tsx?$/.test(path) && text.includes(name)).map(([path]) => path)
  return { sources: paths.filter((path) => !TEST.test(path)), tests: paths.filter((path) => TEST.test(path)) }
}

function listed({ sources, tests }: ReturnType<typeof mentions>): string {
  return [...sources, ...tests].map((path) => `\n  ${path}`).join('')
}
