import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
import type { Findings } from '../../../bench/judge.ts'
import type { LogLines } from '../../../bench/log-lines.ts'
import { signInToDashboard } from '../../../dashboard/session.ts'
import { judgeNeighbours, PHASES, type Phase, type Round } from './judge-neighbours.ts'
import { LoudOrganization } from './loud.ts'
import { queueDepth } from './queue-depth.ts'
import { QueueWaits } from './queue-waits.ts'
import { QuietOrganization } from './quiet.ts'

/** How much more than its share the other organisation sends. */
const TIMES_ITS_SHARE = 10
/** The longest time until nothing of the other organisation is left. */
const DRAIN_MS = 120_000

export interface NeighbourOptions {
  /** The quiet organisation's messages a second. */
  readonly perSecond: number
  readonly rounds: number
  /** Of each phase of a round. */
  readonly seconds: number
  /** How long the other organisation sends before a phase is measured. */
  readonly leadSeconds: number
  readonly lines: LogLines
  readonly onProgress?: (line: string) => void
}

/**
 * Measures how long an organisation waits: alone, beside one that sends ten times as much and invites and removes a user, and beside the
 * same one while its endpoints hang. The phases alternate, in both orders, so that a machine that becomes slower meanwhile does not look
 * like a neighbour.
 */
export async function measureNeighbours(service: Service, options: NeighbourOptions): Promise<Findings> {
  const { perSecond, rounds, seconds, leadSeconds, lines, onProgress = () => {} } = options
  const quiet = await QuietOrganization.create(service, lines)
  const loud = await LoudOrganization.create(service)
  const session = await signInToDashboard(service, service.otherUser)
  const queued = new QueueWaits()
  const stopWatching = service.cloud.faults.watch((call) => queued.add(call))
  const measure = async () => {
    const lateness = monitorEventLoopDelay()
    lateness.enable()
    const waits = await quiet.measure(perSecond, seconds, queued)
    lateness.disable()
    return { ...waits, lateness: [lateness.percentile(99) / 1e6] }
  }
  const measurePhase = async (phase: Phase) => {
    if (phase === 'alone') return await measure()
    loud.setHostile(phase === 'hostile')
    await loud.enable()
    const lead = leadSeconds * 1000
    const victim = { email: service.otherUser.email, session }
    const sending = loud.send(TIMES_ITS_SHARE * perSecond, Date.now() + lead + seconds * 1000, { victim })
    await setTimeout(lead)
    const waits = await measure()
    loud.setHostile(false)
    await sending
    await drain(service)
    return waits
  }
  try {
    // Starts the workers.
    await quiet.measure(perSecond, 10)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      const waits: Partial<Record<Phase, Round[Phase]>> = {}
      for (const phase of round % 2 === 1 ? PHASES : PHASES.toReversed()) {
        onProgress(`round ${round} of ${rounds}: ${phase}`)
        waits[phase] = await measurePhase(phase)
      }
      const { alone, kind, hostile } = waits
      if (alone && kind && hostile) measured.push({ alone, kind, hostile })
    }
    const { status } = await session.call('GET', '/v1/me/')
    return judgeNeighbours(measured, status, loud.removals)
  } finally {
    stopWatching()
    await loud.stop()
  }
}

/** Waits until the other organisation has no message left, so that the next phase is not beside it. */
async function drain(service: Service): Promise<void> {
  const until = Date.now() + DRAIN_MS
  while (Date.now() < until && (await queueDepth(service)) > 0) await setTimeout(500)
}
