const started = performance.now()

/** Returns the time since the start of this process. */
export function secondsSinceStart(): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** Prints a step of the start with the time since the start of this process. */
export function printStep(step: string): void {
  process.stderr.write(`  ${secondsSinceStart().padStart(7)}  ${step}\n`)
}
