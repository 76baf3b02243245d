import { type RunModule, skippedTests } from '../../support/not-run.ts'

interface EndedModule extends RunModule {
  state(): string
}

/**
 * Returns whether a run used all grants that tests use: every file ended without a failed test, and no test was skipped
 * except those with the tag `tool`. Also returns the names of the other skipped tests, unless a file failed or did not run.
 */
export function judgeRun(
  files: readonly string[],
  modules: readonly EndedModule[],
): { readonly isComplete: boolean; readonly skipped: readonly string[] } {
  // A file is skipped if all its tests are.
  const ended = modules.filter((module) => ['passed', 'skipped'].includes(module.state()))
  const ids = new Set(ended.map(({ moduleId }) => moduleId))
  if (ended.length < modules.length || !files.every((file) => ids.has(file))) return { isComplete: false, skipped: [] }
  const skipped = skippedTests(modules).filter(({ options }) => !options.tags?.includes('tool'))
  return { isComplete: skipped.length === 0, skipped: skipped.map(({ fullName }) => fullName) }
}
