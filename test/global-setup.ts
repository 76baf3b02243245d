import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSharedDynamoDbLocal } from '@messaging/cloud/engines/dynamodb-local.ts'
import { synthesize } from '@messaging/infra/synth.ts'
import type { TestProject } from 'vitest/node'
import { checkGrants } from './infra/grants/check.ts'
import { lockDirectory } from './support/assemblies/lock-directory.ts'
import { unlimited } from './support/assemblies/unlimited-assembly.ts'

/** Where assemblies are kept between runs; a run beside another one keeps none. */
const KEPT = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

declare module 'vitest' {
  export interface ProvidedContext {
    /** The local stage's assembly, synthesized once for all test files. */
    assembly: string
    /** The same without the limits on requests. */
    unlimitedAssembly: string
    /** Where the engine is in which each service has a table of its own. */
    dynamodb: string
    /** Where processes record the grants that were used. */
    usedGrants: string
    /** Whether the test files of a process share one service. */
    sharesService: boolean
  }
}

/** Synthesizes the app, with retries after a second each, unless the last run has done so, and starts the database engine: once, before the tests begin. After the whole suite it fails the run if grants were used by no test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'messaging-tests-'))
  // What tests and the tools that they start leave behind goes with it.
  process.env.TMPDIR = directory
  const starting = startSharedDynamoDbLocal()
  // What was synthesized for the last run serves this one while no source has changed, with the code compiled from it.
  const unlock = lockDirectory(KEPT)
  const assemblies = unlock ? KEPT : directory
  const assembly = await synthesize({
    outdir: join(assemblies, 'cdk.out'),
    context: {
      stage: 'local',
      allowPrivateDestinations: 'true',
      selfSignUp: 'true',
      requireOperatorMfa: 'false',
      retryDelaysSeconds: '1,1,1',
      modelRetryDelaysSeconds: '1,1,1',
    },
  })
  project.provide('assembly', assembly)
  project.provide('unlimitedAssembly', await unlimited(assembly, join(assemblies, 'unlimited')))
  const usedGrants = process.env.USED_GRANTS || join(directory, 'used-grants')
  await mkdir(usedGrants, { recursive: true })
  project.provide('usedGrants', usedGrants)
  const engine = await starting
  project.provide('dynamodb', engine.endpoint)
  return async () => {
    await checkGrants(project.vitest, assembly, usedGrants)
    await engine.stop()
    unlock?.()
    await rm(directory, { recursive: true, force: true })
  }
}
