import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { readDuration } from '../read-options.ts'
import { fieldLines, type Report } from '../report.ts'
import { count } from '../show.ts'

export const reconcileCommand: Command = {
  group: 'Repair',
  name: 'reconcile',
  summary: 'Resend overdue pending messages. Safe to repeat. Reads the whole table, and prints the read units',
  usage: '[--older-than 10m] [--dry-run]',
  required: [],
  options: { 'older-than': TEXT, 'dry-run': FLAG },
  run,
}

async function run(input: Input, session: Session): Promise<Report> {
  const { reconcile } = await import('@replywright/core/operations/reconcile/reconcile.ts')
  const { workQueueUrls } = await import('@replywright/contract/queues.ts')
  const olderThan = input['older-than']
  const dryRun = session.flags.has('dry-run')
  const progress = session.progress('Items read')
  const { scanned, readUnits, overdue } = await reconcile({
    queueUrls: workQueueUrls(session.outputs),
    clock: session.clock,
    dryRun,
    ...(olderThan !== undefined && { olderThan: readDuration('older-than', olderThan) }),
    onProgress: (done) => progress.update(done.scanned),
  })
  progress.end()
  const total = Object.values(overdue).reduce((sum, number) => sum + number, 0)
  const verb = dryRun ? 'would be resent' : 'resent'
  return {
    json: { dryRun, overdue, scanned, readUnits },
    lines: () => [
      total === 0 ? 'Nothing is overdue.' : `${count(total, 'message')} ${verb}.`,
      ...fieldLines(overdue),
      ...fieldLines({ 'items read': scanned, 'read units': readUnits }),
    ],
  }
}
