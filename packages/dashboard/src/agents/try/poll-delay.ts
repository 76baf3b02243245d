import type { Trial } from '@messaging/contract/dashboard/try-agent.ts'

const IDLE_MS = 20_000
const FIRST_MS = 1_000
const LONGEST_MS = 5_000

/**
 * How long to wait before a trial is looked at again, in milliseconds: a second at first while an answer is awaited, longer
 * the longer it takes; seldom when none is, as an agent can come back by itself.
 */
export function pollDelay(trial: Pick<Trial, 'state' | 'messages'> | undefined, now: number): number {
  if (trial?.state !== 'answering') return IDLE_MS
  const asked = trial.messages.findLast(({ direction }) => direction === 'inbound')
  const waited = asked ? now - Date.parse(asked.createdAt) : 0
  return Math.min(LONGEST_MS, Math.max(FIRST_MS, waited / 10))
}
