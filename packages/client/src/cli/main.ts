import { realTiming } from '../timing.ts'
import { runCli } from './run-cli.ts'

const ended = new AbortController()
// A signal can arrive twice: from the terminal, and from a parent process that forwards it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort())

// The reader of a pipe can end first, as `head` does. The command then ends as after Ctrl-C, and deletes what it created.
process.stdout.on('error', (error) => {
  if (!('code' in error && error.code === 'EPIPE')) throw error
  ended.abort()
})

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  signal: ended.signal,
  timing: realTiming,
  ...(process.stdout.columns && { width: process.stdout.columns }),
})
// Exits after all output is written. Open connections must not keep the process running.
process.stdout.write('', () => process.exit())
