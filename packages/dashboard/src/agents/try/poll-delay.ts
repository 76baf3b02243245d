import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { Trial } from '@replywright/contract/trials.ts'

const IDLE_MS = 20_000
const FIRST_MS = 1_000
const LONGEST_MS = 5_000

/**
 * Returns the polling delay of a trial. While a reply is expected, it starts at one second and grows with the waiting
 * time. Polls slowly otherwise, because an agent can write on its own.
 */
export function pollDelay(trial: Pick<Trial, 'state' | 'messages'> | undefined, now: EpochMs): Ms {
  if (trial?.state !== 'answering') return IDLE_MS
  const asked = trial.messages.findLast(({ direction }) => direction === 'inbound')
  const waited = asked ? now - Date.parse(asked.createdAt) : 0
  return Math.min(LONGEST_MS, Math.max(FIRST_MS, waited / 10))
}
