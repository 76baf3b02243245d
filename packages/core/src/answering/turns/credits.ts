/** Parses stored credits: JSON by agent, undefined for none. */
export function readCredits(stored: string | undefined): ReadonlyMap<string, number> {
  const credits: Readonly<Record<string, number>> = JSON.parse(stored ?? '{}')
  return new Map(Object.entries(credits))
}

/** Returns the stored credits plus those of a round, in the stored form. */
export function addCredits(stored: string | undefined, more: ReadonlyMap<string, number>): string | undefined {
  if (more.size === 0) return stored
  const sum = new Map(readCredits(stored))
  for (const [agentId, credits] of more) sum.set(agentId, (sum.get(agentId) ?? 0) + credits)
  return JSON.stringify(Object.fromEntries(sum))
}
