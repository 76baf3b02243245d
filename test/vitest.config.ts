import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestTagDefinition } from 'vitest/config'
import { BaseSequencer, parseCLI, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Whether tests with the tag `full` run: in `npm run test:all`, and if the command line names files. */
const runsAll = process.env.TESTS === 'all' || parseCLI(['vitest', ...process.argv.slice(2)]).filter.length > 0

/** What a test, or with `@module-tag` a file, may need. */
const TAGS = [
  { name: 'full', description: 'Runs only in `npm run test:all`, or if the file is named.', skip: !runsAll },
  { name: 'own-service', description: 'Runs in a process of its own, because it starts services.' },
] satisfies TestTagDefinition[]

/** Returns the files of `test` that have a tag. */
function tagged(name: (typeof TAGS)[number]['name']): string[] {
  const tag = new RegExp(`^// @module-tag ${name}$`, 'm')
  return globSync('test/**/*.test.ts', { cwd: root }).filter((file) => tag.test(readFileSync(`${root}/${file}`, 'utf8')))
}

/** Decides the order of the files that share a service. `SEED=<number> npm test` repeats an order. */
const seed = process.env.SEED ?? String(Date.now() % 100_000)

/** A process ends, with the service that its files share, when the next file belongs to another project. */
const PROJECTS = ['own-service', 'shared-service', 'unit', 'unit-in-thread']

/** The files that run in a thread each, which starts faster than a process. They start no programs or threads of their own. */
const IN_THREADS = 'packages/{contract,core,http,dashboard,pages}/**/*.test.ts'

/** Starts the files that took longest in the last run first, but shuffles the files that share a service. */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (file: TestSpecification) => PROJECTS.indexOf(file.project.name)
    const rank = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
    const shared = files.filter((file) => file.project.name === 'shared-service')
    if (shared.length > 1) console.log(`Files that share a service are in the order of SEED=${seed}`)
    const shuffled = shared.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const others = (await super.sort(files)).filter((file) => !shared.includes(file))
    return [...others, ...shuffled].toSorted((a, b) => project(a) - project(b))
  }
}

const common = {
  root,
  exclude: ['**/node_modules/**', '.build/**', '.local/**', ...(runsAll ? [] : tagged('full'))],
  // What core reads in unit tests; tests of whole flows run the functions in the embedded cloud, with their own environment.
  env: { TABLE_NAME: 'unit-tests', STAGE: 'local', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' },
  testTimeout: 180_000,
  hookTimeout: 240_000,
  tags: TAGS,
  // Lets Node load the modules, because transforming them takes longer.
  experimental: { viteModuleRunner: false },
}

export default defineConfig({
  test: {
    root,
    globalSetup: ['test/global-setup.ts'],
    // Two more than the number of cores. With one more, a fifth of the processors' time was idle.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: Order },
    projects: [
      { test: { ...common, name: 'own-service', pool: 'forks', include: tagged('own-service') } },
      {
        test: {
          ...common,
          name: 'shared-service',
          pool: 'forks',
          include: ['test/**/*.test.ts'],
          exclude: [...common.exclude, ...tagged('own-service')],
          provide: { sharesService: true },
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'unit',
          pool: 'forks',
          include: ['{packages,functions,infra}/**/*.test.ts'],
          exclude: [...common.exclude, IN_THREADS],
        },
      },
      { test: { ...common, name: 'unit-in-thread', pool: 'threads', include: [IN_THREADS] } },
    ],
  },
})
