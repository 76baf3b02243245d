import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const SERVER = join(import.meta.dirname, 'command_line.py')

/** AWS's command line in one process. */
export interface CommandLine {
  /** The function `aws` for bash. */
  readonly script: string
  readonly stop: () => Promise<void>
}

/** Starts the command line that is installed in the directory `tool`. */
export async function startCommandLine(tool: string): Promise<CommandLine> {
  const running = spawn(join(tool, 'bin/python'), [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(running, 'exit')
  const lines = createInterface(running.stdout)
  const port = await Promise.race([once(lines, 'line').then(([line]) => Number(line)), ended.then(() => undefined)])
  if (port === undefined) throw new Error('The command line did not start')
  return {
    script: functionFor(port),
    stop: async () => {
      running.stdin.end()
      await ended
    },
  }
}

const functionFor = (port: number) => `aws() {
  local code output errors
  exec 9<>/dev/tcp/127.0.0.1/${port}
  { printf '%s\\0' $# "$@"; env -0; printf '\\0'; } >&9
  IFS= read -rd '' code <&9; IFS= read -rd '' output <&9; IFS= read -rd '' errors <&9
  exec 9>&-
  printf %s "$output"
  printf %s "$errors" >&2
  return "$code"
}`
