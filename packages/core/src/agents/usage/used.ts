import type { AgentCountItem } from '../agent-entity.ts'

/** What an agent used. */
export interface Used {
  readonly turns: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  /** Seconds of transcribed voice messages. */
  readonly voiceSeconds: number
  /** Messages that packed replies saved. */
  readonly savedMessages: number
  readonly microUsd: number
}

/** Returns what an agent used since it was created. */
export function usedEver(count: Partial<Used>): Used {
  const { turns = 0, inputTokens = 0, cachedTokens = 0, outputTokens = 0, voiceSeconds = 0 } = count
  const { savedMessages = 0, microUsd = 0 } = count
  return { turns, inputTokens, cachedTokens, outputTokens, voiceSeconds, savedMessages, microUsd }
}

/** Returns what an agent used in the month of its counters. */
export function usedInMonth(count: Partial<Used> & Pick<AgentCountItem, 'monthStart'>): Used {
  const [ever, before] = [usedEver(count), usedEver(count.monthStart ?? {})]
  return {
    turns: ever.turns - before.turns,
    inputTokens: ever.inputTokens - before.inputTokens,
    cachedTokens: ever.cachedTokens - before.cachedTokens,
    outputTokens: ever.outputTokens - before.outputTokens,
    voiceSeconds: ever.voiceSeconds - before.voiceSeconds,
    savedMessages: ever.savedMessages - before.savedMessages,
    microUsd: ever.microUsd - before.microUsd,
  }
}

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
