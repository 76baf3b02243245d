import type { Service } from '@messaging/local/start-service.ts'
import type { Findings } from '../../../bench/judge.ts'
import type { LogLines } from '../../../bench/log-lines.ts'
import { signInToDashboard } from '../../../dashboard/session.ts'
import { judgeNeighbours, type Phases } from './judge-neighbours.ts'
import { LoudOrganization } from './loud.ts'
import { QuietOrganization } from './quiet.ts'

/** How much more than its share the other organisation sends. */
const TIMES_ITS_SHARE = 10

export interface NeighbourOptions {
  /** The quiet organisation's messages a second. */
  readonly perSecond: number
  /** Of each phase. */
  readonly seconds: number
  /** How long the other organisation sends before a phase is measured. */
  readonly leadSeconds: number
  readonly lines: LogLines
  readonly onProgress?: (line: string) => void
}

/**
 * Measures how long an organisation waits: alone, beside one that sends ten times as much and whose endpoints respond, and beside
 * one whose endpoints hang and that invites and removes users. The second phase tells the lateness of the machine apart from that of
 * the service.
 */
export async function measureNeighbours(service: Service, options: NeighbourOptions): Promise<Findings> {
  const { perSecond, seconds, leadSeconds, lines, onProgress = () => {} } = options
  const quiet = await QuietOrganization.create(service, lines)
  const loud = await LoudOrganization.create(service)
  const session = await signInToDashboard(service, service.otherUser)
  try {
    // Starts the workers.
    await quiet.measure(perSecond, 10)
    onProgress('measuring the organisation alone')
    const alone = await quiet.measure(perSecond, seconds)
    const beside = async () => {
      const lead = leadSeconds * 1000
      const sending = loud.send(TIMES_ITS_SHARE * perSecond, Date.now() + lead + seconds * 1000, {
        victim: { email: service.otherUser.email, session },
      })
      await new Promise((resolve) => setTimeout(resolve, lead))
      const waits = await quiet.measure(perSecond, seconds)
      await sending
      return waits
    }
    onProgress('measuring it beside a kind neighbour')
    const kind = await beside()
    loud.hostile = true
    onProgress('measuring it beside a hostile neighbour')
    const hostile = await beside()
    const phases: Phases = { alone, kind, hostile }
    const { status } = await session.call('GET', '/v1/me/')
    return judgeNeighbours(phases, status, loud.removals)
  } finally {
    await loud.stop()
  }
}
