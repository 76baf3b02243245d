/** The part of a limit at which members are told. */
const WARNED_PART = 0.8

/** Decides what a monthly limit allows: `reached` stops the agent, `near` warns. Null: there is no limit. */
export function judgeLimit({
  limitUsd,
  microUsd,
}: {
  readonly limitUsd: number | null
  readonly microUsd: number
}): 'free' | 'near' | 'reached' {
  if (limitUsd === null) return 'free'
  const limit = limitUsd * 1_000_000
  if (microUsd >= limit) return 'reached'
  return microUsd >= limit * WARNED_PART ? 'near' : 'free'
}
