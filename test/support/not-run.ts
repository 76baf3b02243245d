import type { Vitest } from 'vitest/node'
import { findChromium } from '../dashboard/browser/find-chromium.ts'

/** Prints which tests a run left out, and which command runs them. */
export async function printNotRun(vitest: Vitest): Promise<void> {
  const modules = vitest.state.getTestModules()
  const ran = new Set(modules.map(({ moduleId }) => moduleId))
  const others = (await vitest.globTestSpecifications()).filter(({ moduleId }) => !ran.has(moduleId))
  console.error(`\nNot run: ${leftOut(modules, others.length)}`)
  const inBrowser = skippedWith(modules, 'browser')
  if (inBrowser > 0 && !findChromium())
    console.error(`         ${inBrowser} tests in a browser: there is no Chromium. Install it, or set CHROMIUM_PATH.`)
}

function leftOut(modules: readonly RunModule[], others: number): string {
  if (others > 0) return 'all other files. `npm test` runs the most important tests.'
  if (process.env.TESTS === 'all') return 'benchmarks and long tests. `npm run bench -- --help` lists them.'
  return `all files with the tag \`full\`, and ${skippedWith(modules, 'full')} tests of other files. \`npm run test:all\` runs them.`
}

/** Returns the number of skipped tests that have a tag. */
function skippedWith(modules: readonly RunModule[], tag: string): number {
  return skippedTests(modules).filter(({ options }) => options.tags?.includes(tag)).length
}

/** Returns the skipped tests of files. */
export function skippedTests(modules: readonly RunModule[]): readonly RunTest[] {
  return modules.flatMap(({ children }) => [...children.allTests('skipped')])
}

/** What is read of a test that a run included. */
export interface RunTest {
  readonly fullName: string
  readonly options: { readonly tags?: readonly string[] | undefined }
}

/** What is read of a file that a run included. */
export interface RunModule {
  readonly moduleId: string
  readonly children: { allTests(state: 'skipped'): Iterable<RunTest> }
}
