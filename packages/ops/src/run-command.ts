import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { printableJson } from '@replywright/contract/printable-json.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import type { Command, Input, Session } from './command.ts'
import { readCommandLine, UsageError } from './command-line.ts'
import { commands } from './commands/commands.ts'
import { explain } from './explain.ts'
import { invalidOption } from './read-options.ts'
import type { Report } from './report.ts'
import { aimAt, type Target } from './target.ts'
import { startProgress } from './terminal/progress.ts'
import { block, painted, paintFor } from './terminal/text.ts'

/** The exit code of shells for a program that Ctrl-C ended. */
const INTERRUPTED = 130

/** One Ctrl-C arrives within this time from the terminal and from the processes that started this one. */
const SAME_INTERRUPTION_MILLISECONDS = 500

/** Returns a signal that Ctrl-C aborts. Before this call, and the second time, Ctrl-C ends the process immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  let first: number | undefined
  process.on('SIGINT', () => {
    first ??= Date.now()
    if (Date.now() - first > SAME_INTERRUPTION_MILLISECONDS) process.exit(INTERRUPTED)
    controller.abort()
  })
  return controller.signal
}

/** Runs a command, with an entry in the audit log of the organisation that it changes. */
async function runRecorded({ run, audit }: Command, input: Input, session: Session): Promise<Report> {
  const { organization: organizationId } = input
  if (!audit || organizationId === undefined || session.flags.has('dry-run')) return await run(input, session)
  const { recordChange } = await import('@replywright/core/platform/audit/audit-log.ts')
  const { action, object, id, name } = audit
  const objectId = id === undefined ? undefined : input[id]
  const objectName = name === undefined ? undefined : input[name]
  const named = { ...(objectId !== undefined && { objectId }), ...(objectName !== undefined && { objectName }) }
  return await recordChange([{ organizationId, action, object, ...named }], () => run(input, session))
}

/** Runs a command line and prints the report. Returns the exit code: 0, 1 after an error, 2 for wrong arguments. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let target: Target | undefined
  try {
    const found = readCommandLine(args, commands)
    if ('help' in found) {
      console.log(found.help)
      return 0
    }
    const { values } = found
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
    console.log(flags.has('json') ? printableJson(report.json) : painted(report.lines(screen).join('\n')))
    return report.failed ? 1 : 0
  } catch (error) {
    process.stderr.write(`${block(explain(error, target))}\n`)
    if (error instanceof UsageError) return error.exitCode
    return error instanceof ServiceError && error.code === 'validation_error' ? 2 : 1
  }
}

/** Returns secrets by name, from the environment or from a prompt that hides the input. */
async function readSecrets(names: readonly string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const given = process.env[name] || (await ask(name))
    if (!given) throw new Error(`${name} is required: set it in the environment, or enter it at the prompt.`)
    secrets[name] = given
  }
  return secrets
}

async function ask(name: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stderr.write(`${name}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await prompt.question('')
  prompt.close()
  process.stderr.write('\n')
  return answer.trim()
}

/**
 * Asks about an irreversible action.
 * @throws ServiceError if the operator does not confirm, or if there is no terminal. The audit log has it as a refusal
 */
async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw invalidOption(`${question} There is no terminal for a prompt. Use --yes to confirm.`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  prompt.once('SIGINT', () => process.exit(INTERRUPTED))
  const answer = await prompt.question(`${block(question)} [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new ServiceError('conflict', 'Cancelled. Nothing was changed.')
}
