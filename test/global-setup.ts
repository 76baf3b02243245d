import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockDirectory, startSharedDynamoDbLocal } from '@replywright/cloud/engines'
import type { TestProject } from 'vitest/node'
import { checkGrants } from './infra/grants/check.ts'
import { derivedAssembly, UNLIMITED, WITHOUT_BATCHING_WINDOW } from './support/assemblies/derived-assembly.ts'
import { synthesizeLocal } from './support/assemblies/local-assembly.ts'
import { printNotRun } from './support/not-run.ts'
import { usesCloud } from './support/uses-cloud.ts'

/** Directory of assemblies that are kept between runs; a concurrent run keeps none. */
const KEPT = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

declare module 'vitest' {
  export interface ProvidedContext {
    /** The assembly of the local stage, synthesized once for all test files. */
    assembly: string
    /** The same assembly without request limits. */
    unlimitedAssembly: string
    /** The same assembly without the batching window of statistics. */
    assemblyWithoutBatchingWindow: string
    /** Endpoint of the database engine, in which each service has its own table. */
    dynamodb: string
    /** Directory in which processes record the grants that they used. */
    usedGrants: string
    /** Whether the test files of a process share one service. */
    sharesService: boolean
  }
}

/**
 * Synthesizes the app, with retries after one second, unless it is unchanged since the last run, and starts the
 * database engine, unless only other files run. Returns the teardown, which fails a complete run if no test
 * used a grant, and prints what did not run.
 */
export default async function setup({ vitest, config, provide }: TestProject): Promise<() => Promise<void>> {
  if (!config.watch && !vitest.state.getPaths().some(usesCloud)) return () => printNotRun(vitest)
  const directory = await mkdtemp(join(tmpdir(), 'replywright-tests-'))
  // Temporary files of tests and their tools are deleted with this directory.
  process.env.TMPDIR = directory
  const starting = startSharedDynamoDbLocal()
  // The assembly of the last run is reused with its compiled code while no source has changed.
  const unlock = lockDirectory(KEPT)
  const assemblies = unlock ? KEPT : directory
  const assembly = await synthesizeLocal(join(assemblies, 'cdk.out'))
  provide('assembly', assembly)
  provide('unlimitedAssembly', await derivedAssembly(assembly, join(assemblies, 'unlimited'), UNLIMITED))
  provide(
    'assemblyWithoutBatchingWindow',
    await derivedAssembly(assembly, join(assemblies, 'no-batching-window'), WITHOUT_BATCHING_WINDOW),
  )
  const usedGrants = process.env.USED_GRANTS || join(directory, 'used-grants')
  await mkdir(usedGrants, { recursive: true })
  provide('usedGrants', usedGrants)
  const engine = await starting
  provide('dynamodb', engine.endpoint)
  return async () => {
    await checkGrants(vitest, assembly, usedGrants)
    await printNotRun(vitest)
    await engine.stop()
    unlock?.()
    await rm(directory, { recursive: true, force: true })
  }
}
