import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Folders whose tests of pure functions share threads, because starting one for each file takes longer than its tests. A file in them may
 * read files and start servers.
 */
const SHARED = [
  'packages/{client,contract,dashboard,pages,simulators}/**',
  'packages/core/src/agents/{documents/text,mcp-connectors,shares,usage,versions}/**',
  'packages/core/src/answering/{exams,proofs,sandbox,turns/dialects,wake-ups}/**',
  'packages/core/src/channel/{markdown,numbers,provider/proxy,provider/templates}/**',
  'packages/core/src/conversations/{coexistence,control,customers,media,messages,routing}/**',
  'packages/core/src/deliveries/statistics/**',
  'packages/core/src/operations/{deletion,overview,reconcile}/**',
  'packages/core/src/people/{api-keys,members}/**',
  'packages/core/src/platform/{audit,paging}/**',
].map((folder) => `${folder}/*.test.ts`)

/** Files in those folders that replace timers, globals, modules or clients, or run programs, which would change others in the thread. */
const NOT_SHARED = [
  'packages/core/src/conversations/messages/odd-webhooks.test.ts',
  'packages/client/src/{package,cli/run-cli,cli/agents/test/run-tests}.test.ts',
  'packages/core/src/operations/reconcile/continue.test.ts',
  'packages/dashboard/src/api/drafts.test.ts',
  'packages/core/src/operations/reconcile/reconcile.test.ts',
  'packages/dashboard/src/conversations/{notifications,use-waiting}.test.ts',
  'packages/dashboard/src/deliveries/snippets.test.ts',
  'packages/dashboard/src/ui/{lazy-part,printers}.test.ts',
  'packages/dashboard/src/webhooks/verify-code.test.ts',
  'packages/pages/src/guides/verify-deliveries.test.ts',
]

/** The unit tests that share threads. */
export const sharedUnits = globSync(SHARED, { cwd: root, exclude: [...NOT_SHARED, '**/node_modules'] })
