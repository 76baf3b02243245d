import type { Replay } from '@replywright/contract/replays.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { deliveriesText } from './since-choices.ts'

type Results = Pick<Replay, 'replayed' | 'delivered' | 'failed'>

/** Returns the results of a replay: `279 delivered, 5 failed`, with those that are pending. Null if unknown. */
function resultsText({ replayed, delivered, failed }: Results): string | null {
  if (delivered === null || failed === null) return null
  const pending = pendingOf({ replayed, delivered, failed })
  const parts = [
    delivered > 0 || failed + pending === 0 ? `${delivered.toLocaleString('en')} delivered` : '',
    failed > 0 ? `${failed.toLocaleString('en')} failed` : '',
    pending > 0 ? `${pending.toLocaleString('en')} pending` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function pendingOf({ replayed, delivered, failed }: Results): number {
  if (delivered === null || failed === null) return 0
  return Math.max(0, replayed - delivered - failed)
}

function ofTotal({ replayed, total }: Pick<Replay, 'replayed' | 'total'>): string {
  // More than the total fail after the start if a copy of the replay fails in time.
  return `${replayed.toLocaleString('en')} of ${Math.max(total, replayed).toLocaleString('en')} replayed`
}

/** Returns the progress of a running replay: `150 of 284 replayed: 120 delivered, 30 pending`. */
export function progressText(replay: Replay): string {
  const results = replay.replayed > 0 ? resultsText(replay) : null
  return [ofTotal(replay), results].filter((part) => part !== null).join(': ')
}

/** Returns how a replay ended: `279 delivered, 5 failed`, and how many were replayed if it was stopped. */
export function endText(replay: Replay): string {
  const { status, cancelReason, replayed } = replay
  if (status === 'done') return resultsText(replay) ?? `${deliveriesText(replayed)} replayed`
  const stop = cancelReason === 'webhook_disabled' ? 'Stopped because the endpoint was disabled' : 'Replay stopped'
  return `${stop}. ${progressText(replay)}`
}

const RUNNING_POLL_MS = 1_500
const RESULT_POLL_MS = 3_000
/** Longer than all retries of a delivery take by default, and until they are counted. */
const SETTLED_AFTER_MS = 5 * 60_000

/** Returns after what time the replays can have changed, or false if they are settled. */
export function pollAfter(replays: readonly Replay[], now: EpochMs): Ms | false {
  if (replays.some(({ status }) => status === 'running')) return RUNNING_POLL_MS
  const isSettling = ({ finishedAt }: Replay) => finishedAt !== null && now - Date.parse(finishedAt) < SETTLED_AFTER_MS
  return replays.some((replay) => isSettling(replay) && pendingOf(replay) > 0) && RESULT_POLL_MS
}
