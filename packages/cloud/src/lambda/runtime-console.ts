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
 * Makes `console` and the standard output hand their lines to `write`. A message to the host, not a stream: it arrives even
 * when the worker is ended in the middle of a loop.
 */
export function consoleTo(write: (line: string) => void): void {
  const writeLines = (text: string) => {
    for (const line of text.split('\n')) write(line)
  }
  for (const level of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
    console[level] = (...values: unknown[]) => writeLines(lineOf(values))
  }
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    writeLines(Buffer.from(chunk).toString().replace(/\n$/, ''))
    const written = rest.at(-1)
    if (typeof written === 'function') written()
    return true
  }
}
