import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Packages whose tests are of pure functions, or of what reads files and starts servers. */
const UNITS = 'packages/{client,contract,core,dashboard,http,pages,simulators}/**/*.test.ts'

/** What a test replaces or starts that others in its thread would notice: timers, globals, modules, clients and programs. */
const NOTICED =
  /\bvi\.(mock|hoisted|stub|spyOn|useFake|setSystemTime|resetModules)|mockClient|node:(child_process|worker_threads)|globalThis\.|process\.(env|chdir|on|exit|emit|stdout|stderr)/

/**
 * The unit tests that share threads, because starting one for each file takes longer than its tests. A file that replaces something has
 * a thread of its own.
 */
export const sharedUnits = globSync(UNITS, { cwd: root, exclude: ['**/node_modules'] }).filter(
  (file) => !NOTICED.test(readFileSync(join(root, file), 'utf8')),
)
