import { type Command, FLAG, type Input, type Session, TEXT } from '../../command.ts'
import { fieldsReport, type Report } from '../../report.ts'

export const restoreCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'restore rehearse',
    summary:
      'Restore the table into a second one, read it as the service does, count and compare its items, and delete it. Reads both tables whole',
    usage: '[--yes]',
    required: [],
    options: { yes: FLAG },
    run: async (...given) => (await import('./rehearse.ts')).rehearse(...given),
  },
  {
    group: 'Repair',
    name: 'restore',
    summary: "Copy items that are missing in the service's table from a table restored from a backup",
    usage: '[--yes]',
    required: ['from-table'],
    options: { 'from-table': TEXT, yes: FLAG },
    run: restore,
  },
]

async function restore(input: Input, session: Session): Promise<Report> {
  const { 'from-table': fromTable = '' } = input
  await session.confirm(
    `Copy all items that are missing here from ${fromTable}? This includes items that were deleted on purpose, but none of customers who were erased.`,
  )
  const { restoreItems } = await import('@messaging/core/operations/restore/restore-items.ts')
  const progress = session.progress('Items read')
  const { scanned, restored, leftOut } = await restoreItems(fromTable, session.now, (done) =>
    progress.update(done.scanned),
  )
  progress.end()
  return fieldsReport({ 'items read': scanned, 'items put back': restored, 'of erased customers': leftOut })
}
