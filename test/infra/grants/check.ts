import { ENVIRONMENT } from '@messaging/cloud'
import { grantsOfAssembly } from '@messaging/cloud/grants'
import type { Vitest } from 'vitest/node'
import { exceptions } from './exceptions.ts'
import { readUsedGrants } from './record.ts'
import { grantProblems } from './unused.ts'

/**
 * Compares the grants of the assembly with those that tests used, and fails the run if they differ. It compares nothing
 * after a partial or failed run, unless `USED_GRANTS` names a directory. It then prints after every run the grants that
 * no run with that directory has used.
 */
export async function checkGrants(vitest: Vitest, assembly: string, directory: string): Promise<void> {
  const isAsked = Boolean(process.env.USED_GRANTS)
  if (!isAsked && !(await ranEverything(vitest))) return
  const held = await grantsOfAssembly(assembly, ENVIRONMENT)
  const problems = grantProblems(held, readUsedGrants(directory), exceptions)
  if (problems.length === 0) return
  console.error(`\n${problems.join('\n')}`)
  if (!isAsked) process.exitCode = 1
}

/** Returns whether every test of every file of all projects has run and passed. */
async function ranEverything(vitest: Vitest): Promise<boolean> {
  if (process.env.TESTS !== 'all') return false
  const modules = vitest.state.getTestModules()
  const passed = new Set(modules.filter((module) => module.state() === 'passed').map(({ moduleId }) => moduleId))
  if (vitest.config.testNamePattern || vitest.config.project.length > 0) return false
  const skipped = modules.some((module) => [...module.children.allTests('skipped')].length > 0)
  return !skipped && (await vitest.globTestSpecifications()).every(({ moduleId }) => passed.has(moduleId))
}
