import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files of each project start first, so that none runs alone at the end. */
const LONGEST = [
  'faults/faults-1',
  'dashboard/dashboard',
  'faults/faults-2',
  'faults/crash',
  'dashboard/domain',
  'api/matrix',
  'agents/turns',
  'dashboard/endpoints-browser',
  'api/provider-outage',
  'dashboard/webhooks',
  'agents/turn-slots',
  'deliveries/budget',
  'deliveries/deliveries',
  'deliveries/replays',
].map((name) => `test/${name}.test.ts`)

/** A process ends, with the service that its files share, when the next file belongs to another project. */
const PROJECTS = ['alone', 'shared', 'together']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = (file: TestSpecification) => PROJECTS.indexOf(file.project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return index < 0 ? LONGEST.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => project(a) - project(b) || rank(a) - rank(b))
  }
}

const shared = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  exclude: ['**/node_modules/**', '.build/**', '.local/**'],
  pool: 'forks' as const,
  // What core reads in unit tests; tests of whole flows run the functions in the embedded cloud, with their own environment.
  env: { TABLE_NAME: 'unit-tests', STAGE: 'local', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' },
  testTimeout: 180_000,
  hookTimeout: 240_000,
}

const tests = (...names: string[]) => names.map((name) => `test/${name}.test.ts`)

/** Tests that share one service with the usual settings per process. */
const SHARED = tests(
  'agents/agent-access',
  'agents/agents',
  'agents/chat',
  'agents/customers',
  'agents/documents',
  'agents/edits',
  'agents/models',
  'agents/triggers',
  'agents/turn-records',
  'agents/turn-slots',
  'agents/turns',
  'api/accounts',
  'api/api-keys',
  'api/api-refusals',
  'api/at-the-same-moment',
  'api/conversations',
  'api/hostile',
  'api/idempotency',
  'api/link-sessions',
  'api/matrix',
  'api/media',
  'api/message-outcomes',
  'api/messages',
  'api/openapi',
  'api/phone-numbers',
  'api/provider-outage',
  'api/proxy',
  'api/routing',
  'api/spec-rules',
  'api/templates',
  'dashboard/address',
  'dashboard/audit-log',
  'dashboard/agents-browser',
  'dashboard/deliveries',
  'dashboard/deliveries-browser',
  'dashboard/domain',
  'dashboard/endpoints-browser',
  'dashboard/inbox-browser',
  'dashboard/look-browser',
  'dashboard/members',
  'dashboard/thread',
  'dashboard/thread-browser',
  'dashboard/shell-browser',
  'dashboard/overview-browser',
  'dashboard/people-browser',
  'dashboard/profile',
  'dashboard/templates-browser',
  'dashboard/webhooks',
  'deliveries/auto-disable',
  'deliveries/budget',
  'deliveries/deliveries',
  'deliveries/log-lines',
  'deliveries/main-job',
  'deliveries/parked',
  'deliveries/replays',
  'deliveries/signature',
  'deliveries/statistics',
  'deliveries/trace',
  'infra/version-1',
  'operations/doctor',
  'operations/ops',
)

/** Tests that need a process of their own: they start the service. */
const ALONE = [
  ...tests(
    'api/rate-limit',
    'dashboard/{access,dashboard,mfa}',
    'deliveries/{relay,service-window}',
    'faults/{contention,crash,faults-1,faults-2}',
    'infra/grants',
    'operations/first-run',
  ),
  'packages/ops/src/{target,commands/doctor/aws-checks,commands/trace/read-logs}.test.ts',
]

/** Lets Node load the modules, because transforming them takes longer. */
const native = { experimental: { viteModuleRunner: false } }

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    root: shared.root,
    // Two more than the number of cores. With one more, a fifth of the processors' time was idle.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, ...native, name: 'alone', include: ALONE } },
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
          exclude: [...shared.exclude, ...SHARED, ...ALONE],
          // One process takes many files, and loads what they share once.
          isolate: false,
        },
      },
    ],
  },
})
