import { ENVIRONMENT } from '@replywright/cloud'
import { grantsOfAssembly } from '@replywright/cloud/iam'
import type { Vitest } from 'vitest/node'
import { skippedTests } from '../../support/not-run.ts'
import { exceptions } from './exceptions.ts'
import { judgeRun } from './judge-run.ts'
import { readUsedGrants } from './record.ts'
import { grantProblems } from './unused.ts'

/** As many names of skipped tests are printed. Without Chromium there are more than a hundred. */
const NAMED = 10

/**
 * Compares the grants of the assembly with those that tests used, and fails the run if they differ. After a run in which
 * tests were skipped for want of a tool, it prints the difference without failing. It compares nothing after a partial
 * or failed run, unless `USED_GRANTS` names a directory. It then prints after every run the grants that no run with that
 * directory has used. If only skipped tests make a run partial, it prints them.
 */
export async function checkGrants(vitest: Vitest, assembly: string, directory: string): Promise<void> {
  const isAsked = Boolean(process.env.USED_GRANTS)
  if (!isAsked) {
    if (process.env.TESTS !== 'all' || vitest.config.testNamePattern || vitest.config.project.length > 0) return
    const files = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId)
    const { isComplete, skipped } = judgeRun(files, vitest.state.getTestModules())
    if (!isComplete) {
      if (skipped.length > 0) console.error(`\nGrants were not compared: ${named(skipped)}`)
      return
    }
  }
  const held = await grantsOfAssembly(assembly, ENVIRONMENT)
  const problems = grantProblems(held, readUsedGrants(directory), exceptions)
  if (problems.length === 0) return
  console.error(`\n${problems.join('\n')}`)
  if (!isAsked && skippedTests(vitest.state.getTestModules()).length === 0) process.exitCode = 1
}

function named(names: readonly string[]): string {
  const others = names.length - NAMED
  return [...names.slice(0, NAMED), ...(others > 0 ? [`${others} others`] : [])].join(', ')
}
