import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestTagDefinition } from 'vitest/config'
import { BaseSequencer, parseCLI, type TestSpecification } from 'vitest/node'
import { findChromium } from './dashboard/browser/find-chromium.ts'
import { unitsInSharedProcesses, unitsInSharedThreads } from './shared-units.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Whether tests with the tag `full` run: in `npm run test:all`, and if the command line names files. */
const runsAll = process.env.TESTS === 'all' || parseCLI(['vitest', ...process.argv.slice(2)]).filter.length > 0

/** What a test, or with `@module-tag` a file, may need. */
const TAGS = [
  { name: 'full', description: 'Runs only in `npm run test:all`, or if the file is named.', skip: !runsAll },
  { name: 'tool', description: 'Needs what a machine may lack, and uses no grant that other tests do not use.' },
  {
    name: 'long',
    description: 'Takes about a minute. Starts early, because the last file of a run has the processors to itself.',
  },
  { name: 'browser', description: 'Runs only on a machine with Chromium.', skip: !findChromium() },
] satisfies TestTagDefinition[]

/** Returns the files of `test` that have a tag. */
function tagged(name: (typeof TAGS)[number]['name']): string[] {
  const tag = new RegExp(`^// @module-tag ${name}$`, 'm')
  return globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    tag.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
}

/** The files that synthesize templates, which they share. They use no service. */
const TEMPLATES = ['test/templates/**/*.test.ts']

/** The files that run in a process of their own: they start services, or use core without one. */
const ISOLATED = ['test/{isolated,faults,agent-loss,infra/stored}/**/*.test.ts']

/** Decides the order of the files that share a service. `SEED=<number> npm test` repeats an order. */
const seed = process.env.SEED ?? String(Date.now() % 100_000)

/** A process ends, with what its files share, when the next file belongs to another project. */
const PROJECTS = [
  'templates',
  'isolated',
  'unit',
  'unit-in-shared-process',
  'unit-in-thread',
  'unit-in-shared-thread',
  'shared-service',
]

/** Part of the order of the files that share a service in which the long ones start. */
const LONG_START_WITHIN = 0.8

const UNITS = '{packages,functions,infra}/**/*.test.ts'

/** The files that run in a thread each, which starts faster than a process. They start no programs or threads of their own. */
const IN_THREADS = 'packages/{contract,core,http,dashboard,pages}/**/*.test.ts'

/** Spreads the long files evenly over the first part of the others. */
function withLongOnesEarly(files: readonly TestSpecification[]): TestSpecification[] {
  const long = new Set(tagged('long').map((file) => `${root}${file}`))
  const isLong = ({ moduleId }: TestSpecification) => long.has(moduleId)
  const spread = (some: readonly TestSpecification[], within: number) =>
    some.map((file, index) => ({ file, at: (within * (index + 0.5)) / some.length }))
  const others = files.filter((file) => !isLong(file))
  const placed = [...spread(files.filter(isLong), LONG_START_WITHIN), ...spread(others, 1)]
  return placed.toSorted((a, b) => a.at - b.at).map(({ file }) => file)
}

/** Starts the files that took longest in the last run first, but shuffles the files that share a service. */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (file: TestSpecification) => PROJECTS.indexOf(file.project.name)
    const rank = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
    const shared = files.filter((file) => file.project.name === 'shared-service')
    if (shared.length > 1) console.log(`Files that share a service are in the order of SEED=${seed}`)
    const shuffled = shared.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const others = (await super.sort(files)).filter((file) => !shared.includes(file))
    return [...others, ...withLongOnesEarly(shuffled)].toSorted((a, b) => project(a) - project(b))
  }
}

/** What core reads in tests. Functions in the embedded cloud have their own environment. */
const ENVIRONMENT = { STAGE: 'local', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' }
/** A shared service sets the name of its table. Core remembers the first name that it reads. */
const WITH_TABLE = { ...ENVIRONMENT, TABLE_NAME: 'unit-tests' }

/** Memory of this machine, or of the container if that is less. */
const BYTES_OF_MACHINE = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** What a process uses when as many functions of its service are warm as may be, with its browser. */
const BYTES_OF_PROCESS = 4 * 1024 ** 3

const common = {
  root,
  exclude: ['**/node_modules/**', '.build/**', '.local/**', ...(runsAll ? [] : tagged('full'))],
  env: ENVIRONMENT,
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
  tags: TAGS,
  sequence: { groupOrder: 1 },
  // Lets Node load the modules, because transforming them takes longer.
  experimental: { viteModuleRunner: false },
}

const inProcesses = {
  ...common,
  pool: 'forks' as const,
  execArgv: [
    // MB. Loading a function fills a smaller space several times, and each time costs processor time.
    '--min-semi-space-size=8',
    // MB. A function needs less, so nothing is collected that its worker will use again.
    '--initial-old-space-size=256',
    '--no-flush-bytecode',
  ],
}

export default defineConfig({
  test: {
    root,
    globalSetup: ['test/global-setup.ts'],
    // Two more than the number of cores, because tests wait. With one more, three folders took a third longer; with three more, tests
    // took more processor time.
    maxWorkers: Math.max(1, Math.min(availableParallelism() + 2, Math.floor(BYTES_OF_MACHINE / BYTES_OF_PROCESS))),
    sequence: { sequencer: Order },
    projects: [
      {
        test: {
          ...inProcesses,
          name: 'templates',
          include: TEMPLATES,
          isolate: false,
          // Each process synthesizes the usual templates. These files only compute, so two use two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...inProcesses, name: 'isolated', env: WITH_TABLE, include: ISOLATED } },
      {
        test: {
          ...inProcesses,
          name: 'shared-service',
          include: ['test/**/*.test.ts'],
          exclude: [...common.exclude, ...ISOLATED, ...TEMPLATES],
          provide: { sharesService: true },
          isolate: false,
        },
      },
      {
        test: {
          ...inProcesses,
          name: 'unit',
          env: WITH_TABLE,
          include: [UNITS],
          exclude: [...common.exclude, IN_THREADS, ...unitsInSharedThreads, ...unitsInSharedProcesses],
        },
      },
      {
        test: {
          ...inProcesses,
          name: 'unit-in-shared-process',
          isolate: false,
          env: WITH_TABLE,
          include: unitsInSharedProcesses,
        },
      },
      {
        test: {
          ...common,
          name: 'unit-in-thread',
          pool: 'threads',
          env: WITH_TABLE,
          include: [IN_THREADS],
          exclude: [...common.exclude, ...unitsInSharedThreads],
        },
      },
      {
        test: {
          ...common,
          name: 'unit-in-shared-thread',
          pool: 'threads',
          isolate: false,
          env: WITH_TABLE,
          include: unitsInSharedThreads,
        },
      },
    ],
  },
})
