const SHOWN_LINES = 20

/** What a run found. */
export interface Findings {
  readonly figures: Readonly<Record<string, number>>
  /** By rule: what breaks it. The list of a rule that holds is empty. */
  readonly broken: Readonly<Record<string, readonly string[]>>
  /** What is not a defect, such as work that was late because the machine is slow. */
  readonly notes?: readonly string[]
}

/** Returns what breaks the rules, each with its rule. */
export function violationsOf({ broken }: Pick<Findings, 'broken'>): string[] {
  return Object.entries(broken).flatMap(([rule, found]) => found.map((one) => `${rule}: ${one}`))
}

/** Prints the figures, every rule and what breaks it. The process exits with 1 if a rule is broken. */
export function printFindings({ figures, broken, notes = [] }: Findings): void {
  const rules = Object.entries(broken).map(([rule, found]) => ({ rule, violations: found.length }))
  if (Object.keys(figures).length > 0) console.table(figures)
  console.table(rules)
  for (const note of notes) console.log(note)
  for (const [rule, found] of Object.entries(broken)) {
    for (const one of found.slice(0, SHOWN_LINES)) console.log(`${rule}: ${one}`)
    if (found.length > SHOWN_LINES) console.log(`${rule}: ${found.length - SHOWN_LINES} more`)
  }
  const violated = rules.filter(({ violations }) => violations > 0)
  console.log(
    violated.length === 0
      ? 'All rules hold.'
      : `Broken: ${violated.map(({ rule, violations }) => `${rule} (${violations})`).join(', ')}.`,
  )
  if (violated.length > 0) process.exitCode = 1
}
