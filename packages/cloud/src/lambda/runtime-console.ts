import { format, inspect } from 'node:util'

/** One log line: text as it is (it may be JSON already), an object as JSON, everything else as `console` writes it. */
function lineOf(values: readonly unknown[]): string {
  const [first] = values
  if (values.length !== 1 || typeof first !== 'object' || first === null || first instanceof Error) {
    return format(...values)
  }
  try {
    return JSON.stringify(first)
  } catch {
    return inspect(first)
  }
}

/**
 * Makes `console` hand its lines to `write`. A message to the host, not a stream: it arrives even when the worker is
 * ended in the middle of a loop.
 */
export function consoleTo(write: (line: string) => void): void {
  for (const level of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
    console[level] = (...values: unknown[]) => {
      for (const line of lineOf(values).split('\n')) write(line)
    }
  }
}
