import { globSync, readFileSync } from 'node:fs'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { codeLines } from './house/lines.ts'
import { subjectsOf } from './house/subjects.ts'
import type { Files } from './house/syntax.ts'
import { filesOfWay, type Start } from './house/ways.ts'

interface Measure {
  readonly name: string
  readonly goal: number | null
  readonly value: number
  /** What was counted, one to a line. */
  readonly counted?: readonly string[]
}

const SOURCES = '{packages,infra,functions}/**/*.{ts,tsx,css}'
const TEST = /\.test\.|-fixture\.|\/testing(\/|\.ts$)/
const CLOUD = 'packages/cloud/'
const CORE = 'packages/core/src/'

/** Ways of calls through core. The goals are maxima. */
const WAYS: readonly (Start & { readonly name: string; readonly goal: number })[] = [
  {
    name: 'inbound message',
    goal: 15,
    file: 'conversations/messages/handle-inbound.ts',
    functionName: 'handleInbound',
    parameter: 'message',
  },
  {
    name: 'attempt of a delivery',
    goal: 20,
    file: 'deliveries/attempt/attempt-delivery.ts',
    functionName: 'attemptDelivery',
    parameter: 'request',
  },
  { name: 'PUT agent', goal: 12, file: 'agents/agents.ts', functionName: 'updateAgent', parameter: 'change' },
  {
    name: 'template send',
    goal: 20,
    file: 'conversations/messages/send-message.ts',
    functionName: 'sendMessage',
    parameter: 'input',
  },
  {
    name: 'turn',
    goal: 11,
    file: 'answering/turns/run-model-loop.ts',
    functionName: 'runModelLoop',
    parameter: 'input',
  },
  { name: 'a list', goal: 10, file: 'conversations/inbox.ts', functionName: 'listInbox', parameter: 'query' },
]

/**
 * Prints what a reader of the code meets: `npm run bench -- house [--json] [--files]`. `--files` adds what was counted.
 * Nothing is changed or run: all figures are counted in the files of the working tree. A measure tells where to look;
 * no file is split, packed or renamed to meet a goal.
 */
export async function run(args: readonly string[]): Promise<void> {
  const exclude = ['**/node_modules/**', '**/.build/**', '**/dist/**']
  const paths = globSync([SOURCES, '{packages/*,infra,functions}/package.json', 'test/vitest.config.ts'], { exclude })
  const files = new Map(paths.toSorted().map((path) => [path, readFileSync(path, 'utf8')]))
  const measures = measuresOf(files)
  if (args.includes('--json')) return console.log(JSON.stringify(measures, null, 2))
  console.table(
    Object.fromEntries(
      measures.map(({ name, goal, value }) => [
        name,
        { value, goal: goal ?? '', reached: goal === null ? '' : value <= goal ? 'yes' : 'no' },
      ]),
    ),
  )
  console.log('Lines: without comments, blank lines, imports and tests.')
  console.log('Files of a call: those of the functions that get its value, or what a function returned for it. Without')
  console.log(
    'helpers, the files of `platform` and of other packages: a reader knows what their calls do by their names.',
  )
  console.log('Subjects: groups of declarations of a file with a table that do not mention each other.')
  if (!args.includes('--files')) return
  for (const { name, counted = [] } of measures) if (counted.length > 0) console.log([name, ...counted].join('\n  '))
}

/** Returns the figures of the files with their goals, which are maxima. */
export function measuresOf(files: Files): readonly Measure[] {
  const sources = [...files].filter(([path]) => /\.(tsx?|css)$/.test(path) && !TEST.test(path))
  const isCloud = ([path]: readonly [string, string]) => path.startsWith(CLOUD)
  const lines = (some: readonly (readonly [string, string])[]) =>
    some.reduce((sum, [path, text]) => sum + codeLines(path, text), 0)
  const subjects = sources
    .filter(([path]) => path.startsWith(CORE))
    .map(([path, text]) => ({ path, count: subjectsOf(path, text) }))
  const twice = endpointsSaidTwice(endpoints, dashboardEndpoints)
  const open = packagesWithoutDoors(files)
  return [
    {
      name: 'lines of code of the product',
      goal: 74_000,
      value: lines(sources.filter((source) => !isCloud(source) && source[0] !== 'test/vitest.config.ts')),
    },
    { name: 'lines of code of packages/cloud', goal: null, value: lines(sources.filter(isCloud)) },
    ...WAYS.map(({ name, goal, ...start }) => {
      const passed = filesOfWay(files, { ...start, file: `${CORE}${start.file}` })
      const counted = passed.filter((path) => !isHelper(path))
      return { name: `files that a call passes: ${name}`, goal, value: counted.length, counted }
    }),
    {
      name: 'subjects in a file',
      goal: 1,
      value: Math.max(1, ...subjects.map(({ count }) => count)),
      counted: subjects.filter(({ count }) => count > 1).map(({ path, count }) => `${count} ${path}`),
    },
    { name: 'packages without doors', goal: 0, value: open.length, counted: open },
    { name: 'endpoints said twice', goal: 0, value: twice.length, counted: twice },
    {
      name: 'projects of tests chosen by an expression',
      goal: 0,
      value: projectsByExpression(files.get('test/vitest.config.ts') ?? ''),
    },
  ]
}

/** Returns whether a file on a way is one that a reader need not open, such as the log's or the clock's. */
export function isHelper(path: string): boolean {
  return !path.startsWith(CORE) || path.startsWith(`${CORE}platform/`)
}

/** Returns the packages that export all of their files. */
export function packagesWithoutDoors(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith('/package.json') && /"\.\/([^"]*\/)?\*[^"]*"\s*:/.test(text) ? [path] : [],
  )
}

type Endpoints = Readonly<Record<string, Pick<Endpoint, 'method' | 'path'>>>

/** Returns the operations that the API and the dashboard both have under their own paths: method and resource. */
export function endpointsSaidTwice(api: Endpoints, dashboard: Endpoints): readonly string[] {
  const resource = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
    `${method} ${path.replace(/^\/(dashboard-)?api\/v1/, '')}`
  const known = new Set(Object.values(api).map(resource))
  return Object.values(dashboard)
    .map(resource)
    .filter((each) => known.has(each))
}

/** Returns the number of projects whose files a function chooses that reads them. */
export function projectsByExpression(config: string): number {
  const readers = config
    .split(/^function /m)
    .slice(1)
    .filter((text) => (text.split('\n}\n')[0] ?? '').includes('readFileSync'))
  const names = new Set(readers.map((text) => /^\w+/.exec(text)?.[0] ?? ''))
  for (const [, name = '', called = ''] of config.matchAll(/^const (\w+) = (\w+)\(/gm))
    if (names.has(called)) names.add(name)
  const projects = config.split(/\{\s*test: \{/).slice(2)
  return projects.filter((text) => text.match(/\w+/g)?.some((word) => names.has(word))).length
}
