import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSharedDynamoDbLocal } from '@replywright/cloud/engines'
import { startService } from '@replywright/local/start-service.ts'
import { type LossOptions, playTasks, type Style } from '../agent-loss/run.ts'
import { tasksOf } from '../agent-loss/tasks.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { printFindings } from './judge.ts'

const STYLES: readonly Style[] = ['single', 'packed']
/** Twice, because the kills of the same seed may meet other moments. */
const RUNS = 2

/**
 * Plays 120 tasks of 1 to 15 actions in 1 to 6 turns with a model that plays the right actions, one call in a response and
 * several, and kills the worker once in each task. The final database of each task must be the one that its actions give
 * directly. `npm run bench -- agent-loss [--tasks 120] [--seed 1] [--runs 2]`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { tasks: text, seed: text, runs: text } })
  const [count, seed, runs] = [Number(values.tasks ?? 120), Number(values.seed ?? 1), Number(values.runs ?? RUNS)]
  const started = performance.now()
  const onProgress = (line: string) =>
    process.stderr.write(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
  const directory = await mkdtemp(join(tmpdir(), 'replywright-agent-loss-'))
  const engine = await startSharedDynamoDbLocal()
  const figures: Record<string, number> = {}
  const broken: Record<string, readonly string[]> = {}
  try {
    const assembly = await synthesizeLocal(join(directory, 'cdk.out'), { answerMaximumConcurrency: '40' })
    for (const style of STYLES)
      for (let index = 1; index <= runs; index++) {
        const name = `${style}, run ${index}`
        const start: LossOptions['start'] = (options) =>
          startService({
            PORT: 0,
            DATA_DIR: join(directory, name),
            assembly,
            dynamodb: engine.endpoint,
            ...options,
          })
        const losses = await playTasks({ tasks: tasksOf(count, seed), style, seed, start, onProgress })
        figures[`${name}: equal databases of ${count}`] = losses.equal
        figures[`${name}: killed workers`] = losses.killed
        broken[`${name}: nothing is lost, repeated or invented`] = losses.lines
      }
  } finally {
    await engine.stop()
    await rm(directory, { recursive: true, force: true })
  }
  printFindings({ figures, broken })
}
