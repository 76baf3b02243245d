import { restoreItems } from '@messaging/core/operations/restore/restore-items.ts'
import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'

export const restoreCommand: Command = {
  group: 'Mend',
  name: 'restore',
  summary: "Put back the items that the service's table lacks from a table that was restored from a backup",
  usage: '[--yes]',
  required: ['from-table'],
  options: { 'from-table': TEXT, yes: FLAG },
  run: restore,
}

async function restore(input: Input, session: Session): Promise<Report> {
  const { 'from-table': fromTable = '' } = input
  await session.confirm(`Put back what is in ${fromTable} and no more here, what was deleted on purpose included?`)
  const progress = session.progress('Items read')
  const { scanned, restored } = await restoreItems(fromTable, session.now, (done) => progress.update(done.scanned))
  progress.end()
  return fieldsReport({ 'items read': scanned, 'items put back': restored })
}
