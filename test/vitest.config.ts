import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest begins first: begun last, it would have the machine to itself in the end. */
const LONGEST = [
  'faults-1',
  'faults-2',
  'dashboard',
  'crash',
  'dashboard-domain',
  'turns',
  'provider-outage',
  'turn-slots',
  'matrix',
  'route-rights',
  'replays',
].map((name) => `test/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const shared = {
  root: new URL('..', import.meta.url).pathname,
  exclude: ['**/node_modules/**', '.build/**', '.local/**'],
  pool: 'forks' as const,
  // What core reads in unit tests; tests of whole flows run the functions in the embedded cloud, with their own environment.
  env: { TABLE_NAME: 'unit-tests', STAGE: 'local', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' },
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

const tests = (...names: string[]) => names.map((name) => `test/${name}.test.ts`)

/** Tests of a service with the usual settings, one for all files of a process. */
const SHARED = tests(
  'agent-access',
  'agents',
  'api-refusals',
  'at-the-same-moment',
  'chat',
  'conversations',
  'dashboard-domain',
  'deliveries',
  'idempotency',
  'link-sessions',
  'log-lines',
  'main-job',
  'media',
  'message-outcomes',
  'messages',
  'openapi',
  'parked',
  'phone-numbers',
  'replays',
  'routing',
  'signature',
  'templates',
  'trace',
  'triggers',
  'turn-slots',
  'turns',
)

/** Tests that need a process of their own: they start the service. */
const ALONE = ['test/!(infra*).test.ts', 'packages/{client,local,ops}/**/*.test.ts']

/** Node loads the modules itself: transforming them takes longer. */
const native = { experimental: { viteModuleRunner: false } }

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    root: shared.root,
    // One more than there are cores: these tests wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, ...native, name: 'alone', include: ALONE, exclude: [...shared.exclude, ...SHARED] } },
      {
        test: {
          ...shared,
          ...native,
          name: 'shared',
          include: SHARED,
          provide: { sharesService: true },
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'together',
          include: ['{packages,functions,infra,test}/**/*.test.ts'],
          exclude: [...shared.exclude, ...ALONE],
          // One process takes many files, and loads what they share once.
          isolate: false,
        },
      },
    ],
  },
})
