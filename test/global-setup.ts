import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesize } from '@messaging/infra/synth.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The local stage's assembly, synthesized once for all test files. */
    assembly: string
  }
}

/** Synthesizes the app once, with retries after a second each, before the tests of the whole begin. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'messaging-assembly-'))
  const assembly = await synthesize({
    outdir: join(directory, 'cdk.out'),
    context: {
      stage: 'local',
      allowPrivateDestinations: 'true',
      selfSignUp: 'true',
      retryDelaysSeconds: '1,1,1',
      modelRetryDelaysSeconds: '1,1,1',
    },
  })
  project.provide('assembly', assembly)
  return () => rm(directory, { recursive: true, force: true })
}
