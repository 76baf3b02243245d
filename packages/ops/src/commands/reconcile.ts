import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { itemCount } from '../item-count.ts'
import { readDuration } from '../read-options.ts'
import { fieldLines, type Report } from '../report.ts'
import { count } from '../show.ts'

export const reconcileCommand: Command = {
  group: 'Repair',
  name: 'reconcile',
  summary: 'Resend overdue pending messages. Safe to repeat. Reads the whole table, and prints the read units',
  usage: '[--older-than 10m] [--dry-run] [--continue …]',
  required: [],
  options: { 'older-than': TEXT, 'dry-run': FLAG, continue: TEXT },
  run,
}

async function run(input: Input, session: Session): Promise<Report> {
  const { reconcile } = await import('@replywright/core/operations/reconcile/reconcile.ts')
  const { workQueueUrls } = await import('@replywright/contract/queues.ts')
  const olderThan = input['older-than']
  const dryRun = session.flags.has('dry-run')
  const progress = session.progress('Items read')
  const total = await itemCount(session)
  const signal = session.interrupted()
  const { scanned, readUnits, overdue, position } = await reconcile({
    queueUrls: workQueueUrls(session.outputs),
    clock: session.clock,
    dryRun,
    ...(olderThan !== undefined && { olderThan: readDuration('older-than', olderThan) }),
    from: input.continue,
    signal,
    onProgress: (done) => progress.update(done.scanned, total),
  })
  progress.end()
  const found = Object.values(overdue).reduce((sum, number) => sum + number, 0)
  const rest = signal.aborted && position !== undefined ? { 'to go on': `--continue ${position}` } : {}
  const verb = dryRun ? 'would be resent' : 'resent'
  return {
    json: { dryRun, overdue, scanned, readUnits, ...(signal.aborted && { position }) },
    lines: () => [
      found === 0 ? 'Nothing is overdue.' : `${count(found, 'message')} ${verb}.`,
      ...fieldLines(overdue),
      ...fieldLines({ 'items read': scanned, 'read units': readUnits, ...rest }),
    ],
    failed: signal.aborted,
  }
}
