import { format, inspect } from 'node:util'

/** Builds a log line: a string unchanged (it may be JSON), an object as JSON, anything else as `console` formats it. */
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

/** Sends lines of `console` and standard output as messages, which arrive even if the worker is ended in a loop. */
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
