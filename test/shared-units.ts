import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What a test replaces or starts that others in its thread or process would notice: timers, globals, modules, clients and programs. */
const NOTICED =
  /\bvi\.(mock|hoisted|stub|spyOn|useFake|setSystemTime|resetModules)|mockClient|node:(child_process|worker_threads)|globalThis\.|process\.(env|chdir|on|exit|emit|stdout|stderr)/

/** It examines a library before the code of this repository changes it. */
const UNCHANGED_LIBRARY = 'packages/cloud/src/engines/fauxqs-internals.test.ts'

/** Returns the files whose tests replace nothing. */
const replacingNothing = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules', UNCHANGED_LIBRARY] }).filter(
    (file) => !NOTICED.test(readFileSync(join(root, file), 'utf8')),
  )

/** The unit tests that share threads, because starting one for each file takes longer than its tests. They start no programs or threads. */
export const unitsInSharedThreads = replacingNothing(
  'packages/{client,contract,core,dashboard,http,pages,simulators}/**/*.test.ts',
)

/** The unit tests that share processes. What they test may start programs and threads. */
export const unitsInSharedProcesses = replacingNothing('packages/{cloud,local,ops,site}/**/*.test.ts')
