import { setTimeout } from 'node:timers/promises'
import { cancelReplay } from '@messaging/core/deliveries/replays/cancel-replay.ts'
import { getReplay } from '@messaging/core/deliveries/replays/get-replay.ts'
import type { ReplayItem } from '@messaging/core/deliveries/replays/replay-entity.ts'
import { countFailed, startReplay } from '@messaging/core/deliveries/replays/start-replay.ts'
import type { Session } from '../../command.ts'
import type { Report } from '../../report.ts'
import { count } from '../../show.ts'

/** A step of a replay takes about a second. */
const PAUSE_MILLISECONDS = 500
/** Failures are counted up to here. */
const COUNTED_AT_MOST = 10_000

interface Failures {
  readonly organizationId: string
  readonly webhookId: string
  /** In milliseconds. */
  readonly since: number
}

/** Replays what of a webhook failed since a time; with `--dry-run` it is counted only. */
export async function replayFailed(failures: Failures, session: Session): Promise<Report> {
  const { organizationId, webhookId, since } = failures
  const failed = await countFailed(organizationId, webhookId, { since }, session.now)
  const many = `${failed >= COUNTED_AT_MOST ? 'at least ' : ''}${count(failed, 'failed delivery', 'failed deliveries')}`
  if (session.flags.has('dry-run') || failed === 0)
    return { json: { failed, replayed: 0 }, lines: () => [`${many} to replay.`] }
  await session.confirm(`Replay ${many}, about 25 a second?`)
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
    return 'Then the webhook was disabled: too many failed again. Mend it, enable it, and replay the rest.'
  return 'Cancelled; the others stayed.'
}

/** Shows a replay until it has ended; Ctrl-C cancels it. */
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
