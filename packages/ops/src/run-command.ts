import { parseArgs } from 'node:util'
import { recordChange } from '@messaging/core/platform/audit/record-change.ts'
import type { Command, Input, Session } from './command.ts'
import { commands } from './commands/commands.ts'
import { explain } from './explain.ts'
import { readSecrets } from './read-secrets.ts'
import type { Report } from './report.ts'
import { aimAt, type Target } from './target.ts'
import { confirm } from './terminal/confirm.ts'
import { paintFor } from './terminal/paint.ts'
import { startProgress } from './terminal/progress.ts'
import { usage, usageOf } from './usage.ts'

const WHERE = { stage: { type: 'string' }, json: { type: 'boolean', default: false } } as const

function findCommand(args: readonly string[]): { command: Command; rest: string[] } {
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, words).join(' '))
    if (command) return { command, rest: args.slice(words) }
  }
  const typed = args.slice(0, 2).join(' ')
  throw new Error(`${typed ? `Unknown command: ${typed}\n\n` : ''}${usage(commands)}`)
}

function readArguments({ command, rest }: ReturnType<typeof findCommand>): Readonly<Record<string, unknown>> {
  try {
    const { positional } = command
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...WHERE, ...command.options },
      allowPositionals: positional !== undefined,
    })
    const words = positionals.join(' ')
    const given: Readonly<Record<string, unknown>> = { ...values, ...(positional && words && { [positional]: words }) }
    const missing = command.required.filter((option) => !given[option])
    if (missing.length > 0)
      throw new Error(
        `Missing: ${missing.map((option) => (option === positional ? `<${option}>` : `--${option}`)).join(', ')}`,
      )
    return given
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n  ${usageOf(command)}`)
  }
}

/** Returns a signal that Ctrl-C aborts. Before this call, Ctrl-C ends the process immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}

/** Runs a command, with an entry in the audit log of the organisation that it changes. */
async function runRecorded({ run, audit }: Command, input: Input, session: Session): Promise<Report> {
  const { organization: organizationId } = input
  if (!audit || organizationId === undefined || session.flags.has('dry-run')) return await run(input, session)
  const { action, object, id, name } = audit
  const objectId = id === undefined ? undefined : input[id]
  const objectName = name === undefined ? undefined : input[name]
  const named = { ...(objectId !== undefined && { objectId }), ...(objectName !== undefined && { objectName }) }
  return await recordChange([{ organizationId, action, object, ...named }], () => run(input, session))
}

/** Runs a command line and prints the report. Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let target: Target | undefined
  try {
    if (args[0] === 'help' || args[0] === '--help') {
      console.log(usage(commands))
      return 0
    }
    const found = findCommand(args)
    const values = readArguments(found)
    const { needsStacks = true } = found.command
    target = await aimAt(typeof values.stage === 'string' ? values.stage : undefined, needsStacks)
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const flags = new Set(Object.keys(values).filter((name) => values[name] === true))
    const session: Session = {
      now: Date.now(),
      clock: Date.now,
      outputs: target.outputs,
      flags,
      interrupted: interruption,
      progress: (label) => startProgress(label, process.stderr, Date.now),
      confirm: (question) => confirm(question, flags.has('yes')),
    }
    const secrets = await readSecrets(found.command.secrets ?? [])
    const report = await runRecorded(found.command, { ...Object.fromEntries(texts), ...secrets }, session)
    const screen = {
      width: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
      paint: paintFor(process.stdout),
    }
    console.log(flags.has('json') ? JSON.stringify(report.json) : report.lines(screen).join('\n'))
    return report.failed ? 1 : 0
  } catch (error) {
    process.stderr.write(`${explain(error, target)}\n`)
    return 1
  }
}
