import { setTimeout } from 'node:timers/promises'
import { replayDelivery } from '@messaging/core/deliveries/replay-delivery.ts'
import { cancelReplay } from '@messaging/core/deliveries/replays/cancel-replay.ts'
import { getReplay } from '@messaging/core/deliveries/replays/get-replay.ts'
import type { ReplayItem } from '@messaging/core/deliveries/replays/replay-entity.ts'
import { countFailed, startReplay } from '@messaging/core/deliveries/replays/start-replay.ts'
import type { Input, Session } from '../../command.ts'
import { readTime } from '../../read-options.ts'
import { fieldsReport, type Report } from '../../report.ts'
import { count } from '../../show.ts'

export async function replayDeliveries(input: Input, session: Session): Promise<Report> {
  const { organization: organizationId = '', id, webhook: webhookId, since } = input
  if (id !== undefined) return await replayOne(organizationId, id, session)
  if (webhookId === undefined || since === undefined)
    throw new Error('Use --id for one delivery, or --webhook and --since for all failed deliveries of a webhook.')
  return await replayFailed({ organizationId, webhookId, since: readTime('since', since, session.now) }, session)
}

async function replayOne(organizationId: string, id: string, { now }: Session): Promise<Report> {
  const { id: copy, originId, webhookId, event } = await replayDelivery(organizationId, id, now)
  return fieldsReport({ delivery: copy, replayOf: originId, webhook: webhookId, event })
}

/** A step of a replay takes about a second. */
const PAUSE_MILLISECONDS = 500
/** Maximum count of failed deliveries. */
const COUNTED_AT_MOST = 10_000

interface Failures {
  readonly organizationId: string
  readonly webhookId: string
  /** In milliseconds. */
  readonly since: number
}

/** Replays the deliveries of a webhook that failed since a time. With `--dry-run`, only counts them. */
export async function replayFailed(failures: Failures, session: Session): Promise<Report> {
  const { organizationId, webhookId, since } = failures
  const failed = await countFailed(organizationId, webhookId, { since }, session.now)
  const many = `${failed >= COUNTED_AT_MOST ? 'at least ' : ''}${count(failed, 'failed delivery', 'failed deliveries')}`
  if (session.flags.has('dry-run') || failed === 0)
    return { json: { failed, replayed: 0 }, lines: () => [`${many} to replay.`] }
  await session.confirm(`Replay ${many}, about 25 per second?`)
  const replay = await watch(await startReplay(organizationId, webhookId, { since }, session.clock()), session)
  return {
    json: { failed, id: replay.id, status: replay.status, replayed: replay.replayed },
    lines: () => [
      `${count(replay.replayed, 'delivery', 'deliveries')} replayed.${replay.status === 'cancelled' ? ` ${whyCancelled(replay)}` : ''}`,
    ],
  }
}

function whyCancelled({ cancelReason }: ReplayItem): string {
  if (cancelReason === 'webhook_disabled')
    return 'The webhook was disabled after too many failures. Fix the endpoint, enable the webhook, and replay the rest.'
  return 'Cancelled. The other deliveries were not replayed.'
}

/** Shows the progress of a replay until it ends. Ctrl-C cancels it. */
async function watch(started: ReplayItem, session: Session): Promise<ReplayItem> {
  const { organizationId, webhookId, id } = started
  const interrupted = session.interrupted()
  const progress = session.progress('Deliveries replayed')
  let replay = started
  while (replay.status === 'running') {
    await setTimeout(PAUSE_MILLISECONDS, undefined, { signal: interrupted }).catch(() => {})
    const look = interrupted.aborted ? cancelReplay : getReplay
    replay = await look(organizationId, webhookId, id, session.clock())
    progress.update(replay.replayed, replay.total)
  }
  progress.end()
  return replay
}
