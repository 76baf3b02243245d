import type { TestModule, Vitest } from 'vitest/node'

/** Prints which tests a run left out, and which command runs them. */
export async function printNotRun(vitest: Vitest): Promise<void> {
  const modules = vitest.state.getTestModules()
  const ran = new Set(modules.map(({ moduleId }) => moduleId))
  const others = (await vitest.globTestSpecifications()).filter(({ moduleId }) => !ran.has(moduleId))
  console.error(`\nNot run: ${leftOut(modules, others.length)}`)
}

function leftOut(modules: readonly TestModule[], others: number): string {
  if (others > 0) return 'all other files. `npm test` runs the most important tests.'
  if (process.env.TESTS === 'all') return 'benchmarks and long tests. `npm run bench -- --help` lists them.'
  const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')])
  const full = skipped.filter(({ options }) => options.tags?.includes('full')).length
  return `all files with the tag \`full\`, and ${full} tests of other files. \`npm run test:all\` runs them.`
}
