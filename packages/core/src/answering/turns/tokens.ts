/** Tokens that a model read and wrote. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
}

export const NO_TOKENS: Tokens = { inputTokens: 0, outputTokens: 0 }

export function plus(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  }
}

/** Parses stored tokens: JSON by agent, undefined for none. */
export function readTokens(stored: string | undefined): ReadonlyMap<string, Tokens> {
  const tokens: Readonly<Record<string, Tokens>> = JSON.parse(stored ?? '{}')
  return new Map(Object.entries(tokens))
}

/** Returns the stored tokens plus those of a round, in the stored form. */
export function addTokens(stored: string | undefined, more: ReadonlyMap<string, Tokens>): string | undefined {
  if (more.size === 0) return stored
  const sum = new Map(readTokens(stored))
  for (const [agentId, tokens] of more) sum.set(agentId, plus(sum.get(agentId) ?? NO_TOKENS, tokens))
  return JSON.stringify(Object.fromEntries(sum))
}
