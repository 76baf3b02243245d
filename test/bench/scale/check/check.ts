import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, startService } from '@replywright/local/start-service.ts'
import { signInToDashboard } from '../../../dashboard/session.ts'
import { LoudOrganization, WEBHOOKS } from '../../../faults/contention/neighbours/loud.ts'
import { queueDepth } from '../../../faults/contention/neighbours/queue-depth.ts'
import { QuietOrganization } from '../../../faults/contention/neighbours/quiet.ts'
import { synthesizeLocal } from '../../../support/assemblies/local-assembly.ts'
import { printFindings } from '../../judge.ts'
import { LogLines } from '../../log-lines.ts'
import { DESIGNS, type Design } from '../design.ts'
import { DURATIONS, type Scenario } from '../simulation/scenario.ts'
import { simulate } from '../simulation/simulate.ts'
import { compareRuns, type Run } from './compare-runs.ts'
import { observeDesign } from './observe-design.ts'

/** The organisations' messages a second. The workers make two attempts a second if all endpoints hang. */
const RATES = { quiet: 1, bad: 2 }
const SECONDS = 60
/** The longest wait that the measurement knows. */
const DRAIN_SECONDS = 60
const BATCHES = 2
/** Results of several seeds are averaged, because few attempts fit into the run. */
const SEEDS = 9

/**
 * Runs one scenario in the embedded cloud and in the simulation, and compares them: an organisation whose endpoints hang beside a
 * quiet one. The process exits with 1 if a figure differs by more than a fifth.
 */
export async function check(): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-check-'))
  const lines = new LogLines()
  const assembly = await synthesizeLocal(join(DATA_DIR, 'cdk.out'), {
    deliverMaximumConcurrency: String(BATCHES),
    slowResponseMilliseconds: '1000',
  })
  const onProgress = (step: string) => process.stderr.write(`  ${step}\n`)
  const service = await startService({ PORT: 0, DATA_DIR, assembly, onProgress, log: (line) => lines.add(line) })
  try {
    const { measured, alone, observed } = await runInCloud(service, lines, onProgress)
    const design: Design = { ...DESIGNS.after, ...observed }
    onProgress(`the code's design: ${JSON.stringify(observed)}`)
    printFindings(compareRuns(measured, runInSimulation(design, alone)))
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

async function runInCloud(service: Service, lines: LogLines, onProgress: (step: string) => void) {
  const quiet = await QuietOrganization.create(service, lines)
  const loud = await LoudOrganization.create(service)
  const design = observeDesign(service.cloud.faults)
  try {
    const session = await signInToDashboard(service)
    // Their deliveries would be further messages of the loud organisation.
    for (const { id } of service.ready.webhooks) await session.call('DELETE', `/v1/webhooks/${id}/`)
    await quiet.measure(RATES.quiet, 10)
    onProgress('measuring the quiet organisation alone')
    const alone = mean((await quiet.measure(RATES.quiet, 15)).delivered)
    onProgress('measuring it beside endpoints that hang')
    loud.setHostile(true)
    const until = Date.now() + SECONDS * 1000
    const measuring = quiet.measure(RATES.quiet, SECONDS)
    await loud.send(RATES.bad, until, { asks: false })
    const run = { attempts: loud.attempts, backlog: await queueDepth(service, ['ApproximateNumberOfMessages']) }
    const { delivered } = await measuring
    return { measured: { ...run, wait: mean(delivered) }, alone, observed: design.stop() }
  } finally {
    await loud.stop()
  }
}

/** Returns the mean of several seeds. `alone` is what a delivery takes on this machine without any wait. */
function runInSimulation(design: Design, alone: number): Run {
  const runs = Array.from({ length: SEEDS }, (_, seed): Run => {
    const { delivery, badAttempts, backlog } = simulate(scenarioOf(design, alone, seed))
    return {
      attempts: badAttempts,
      backlog: backlog.deliveries,
      wait:
        (delivery.mean * delivery.count + (RATES.quiet * SECONDS - delivery.count) * DRAIN_SECONDS * 1000) /
        (RATES.quiet * SECONDS),
    }
  })
  const of = (what: keyof Run) => mean(runs.map((run) => run[what]))
  return { attempts: of('attempts'), backlog: of('backlog'), wait: of('wait') }
}

function scenarioOf(design: Design, alone: number, seed: number): Scenario {
  return {
    seed,
    seconds: SECONDS,
    drainSeconds: DRAIN_SECONDS,
    regular: true,
    rate: RATES.quiet,
    organizations: 1,
    webhooksOfOne: 1,
    answered: 0,
    bad: { rate: RATES.bad, webhooks: WEBHOOKS, endpoints: 'hang' },
    design,
    capacity: {
      executions: 1000,
      ingressReserve: 0,
      batches: BATCHES,
      slowBatches: BATCHES,
      batchSize: 10,
      turns: 20,
      turnsOfOne: 5,
      inFlight: 120_000,
      partitionWrites: 1000,
    },
    durations: { ...DURATIONS, ingress: alone / 2, relay: alone / 2, endpoint: 0, retries: [1000, 1000, 1000] },
  }
}

function mean(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length
}
