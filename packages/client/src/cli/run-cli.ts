import { CliError } from './cli-error.ts'
import type { Command, Io } from './io.ts'
import { listenCommand } from './listen/command.ts'
import { mcpCommand } from './mcp/command.ts'
import { VERSION } from './version.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['listen', listenCommand],
  ['mcp', mcpCommand],
])

const USAGE = `Usage: npx @messaging/client <command> [options]

${Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(10)}${summary}`).join('\n')}

  <command> --help   shows the options of a command
  --version          shows the version

Example:
  npx @messaging/client listen --help`

/** Runs a command line. Returns the exit code: 0, 1 after an error, 2 for wrong arguments. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version') {
    io.out(VERSION)
    return 0
  }
  const isHelp = rest.includes('--help') || rest.includes('-h')
  if (name === '--help' || name === '-h') {
    io.out(USAGE)
    return 0
  }
  const command = name === undefined ? undefined : COMMANDS.get(name)
  if (!command) {
    io.err(name === undefined ? USAGE : `There is no command "${name}". See --help.`)
    return 2
  }
  if (isHelp) {
    io.out(command.help)
    return 0
  }
  try {
    return await command.run(rest, io)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    io.err(error.message)
    return error.exitCode
  }
}
