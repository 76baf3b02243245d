import type { Vitest } from 'vitest/node'

/** Prints which tests a run left out, and which command runs them. */
export async function printNotRun(vitest: Vitest): Promise<void> {
  const modules = vitest.state.getTestModules()
  const named = (await vitest.globTestSpecifications()).length
  const left = named - new Set(modules.map(({ moduleId }) => moduleId)).size
  const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')])
  const full = skipped.filter(({ options }) => options.tags?.includes('full')).length
  console.error('')
  if (process.env.TESTS === 'all')
    console.error('Not run: the checks of `npm run check`, and the long tests that `npm run bench -- --help` lists.')
  else if (left > 0) console.error('Not run: all other files. `npm test` runs the most important tests.')
  else console.error(`Not run: ${full} tests and all files with the tag \`full\`. \`npm run test:all\` runs them.`)
}
