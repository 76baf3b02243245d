import { getDotPath, isValiError } from 'valibot'
import { pullCommand, pushCommand } from './agents/commands.ts'
import { proveCommand } from './agents/prove/command.ts'
import { testCommand } from './agents/test/command.ts'
import { eraseCommand, exportCommand } from './customers.ts'
import { CliError, type Command, type Io, VERSION } from './io.ts'
import { listenCommand } from './listen/options.ts'
import { mcpCommand } from './mcp/command.ts'
import { printable } from './printable.ts'
import { sendCommand } from './send-text.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['listen', listenCommand],
  ['send', sendCommand],
  ['mcp', mcpCommand],
  ['agents pull', pullCommand],
  ['agents push', pushCommand],
  ['agents test', testCommand],
  ['agents prove', proveCommand],
  ['customers export', exportCommand],
  ['customers erase', eraseCommand],
])

/** The exit code of shells for a program that Ctrl-C ended. */
const INTERRUPTED = 130

const USAGE = `Usage: replywright <command> [options]

${Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(18)}${summary}`).join('\n')}

  <resource> <operation>   calls an operation of the API: agents list, webhooks enable <id>. Prints a table, or --json
  <resource> --help  lists the operations of a resource
  <command> --help   shows the options of a command
  --version          shows the version

Example:
  replywright listen --help`

/** Runs a command line. Returns the exit code: 0, 1 after an error, 2 for wrong arguments, 130 after Ctrl-C. */
export async function runCli(args: readonly string[], terminal: Io): Promise<number> {
  // Any line can have a text of a customer, an agent or the API.
  const io = {
    ...terminal,
    out: (line: string) => terminal.out(printable(line)),
    err: (line: string) => terminal.err(printable(line)),
  }
  const [name] = args
  if (name === '--version') {
    io.out(VERSION)
    return 0
  }
  if (name === '--help' || name === '-h') {
    io.out(USAGE)
    return 0
  }
  const words = COMMANDS.has(args.slice(0, 2).join(' ')) ? 2 : 1
  const command = COMMANDS.get(args.slice(0, words).join(' '))
  const rest = args.slice(words)
  const isHelp = rest.includes('--help') || rest.includes('-h')
  if (name === undefined) {
    io.err(USAGE)
    return 2
  }
  if (command && isHelp) {
    io.out(command.help())
    return 0
  }
  try {
    return await (command?.run(rest, io) ?? callOperation(args, io))
  } catch (error) {
    if (io.signal.aborted) return INTERRUPTED
    if (isValiError(error)) {
      const path = getDotPath(error.issues[0])
      io.err(`The response is not one of this API: ${path ?? 'the body'} is missing or invalid. Check --url.`)
      return 1
    }
    if (!(error instanceof CliError)) throw error
    io.err(error.message)
    return error.exitCode
  }
}

async function callOperation(args: readonly string[], io: Io): Promise<number> {
  // Loaded here, because the other commands do not need the table of operations.
  const [{ runOperation }, { tools }] = await Promise.all([
    import('./operations/run-operation.ts'),
    import('./mcp/tools.ts'),
  ])
  const exitCode = await runOperation(args, tools, io)
  const [resource, operation = ''] = args
  const asksForFamily = ['--help', '-h'].includes(operation)
  for (const [name, { summary }] of asksForFamily ? COMMANDS : [])
    if (name.startsWith(`${resource} `)) io.out(`  replywright ${name}\n      ${summary}`)
  return exitCode
}
