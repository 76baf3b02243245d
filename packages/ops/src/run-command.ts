import type { Command, Input, Session } from './command.ts'
import { commands } from './commands/commands.ts'
import { explain } from './explain.ts'
import { findCommand } from './find-command.ts'
import { readArguments } from './read-arguments.ts'
import { readSecrets } from './read-secrets.ts'
import type { Report } from './report.ts'
import { aimAt, type Target } from './target.ts'
import { confirm } from './terminal/confirm.ts'
import { paintFor } from './terminal/paint.ts'
import { startProgress } from './terminal/progress.ts'

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
  const { recordChange } = await import('@messaging/core/platform/audit/record-change.ts')
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
    const found = findCommand(args, commands)
    if ('error' in found) throw new Error(found.error)
    if ('help' in found) {
      console.log(found.help)
      return 0
    }
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
