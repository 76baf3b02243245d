import {
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import type { KindCounts } from '@replywright/core/operations/restore/restore.ts'
import type { Input, Session } from '../command.ts'
import { itemCount } from '../item-count.ts'
import { fieldsReport, type Report, tableReport } from '../report.ts'
import { showAge } from '../show.ts'

/** Restores the table into a second one, reads and counts it, and deletes it, also after a failure or Ctrl-C. */
export async function rehearse(_: Input, session: Session): Promise<Report> {
  const { TableName: live } = session.outputs
  if (!live) throw new Error('The output TableName is missing: the stack Data does not exist.')
  await session.confirm('Restore the table into a second one? It costs 0.15 USD per GB, and reads both tables.')
  const restored = `${live}-rehearsal-${session.now}`
  const client = new DynamoDBClient({})
  const start = session.clock()
  const interrupted = session.interrupted()
  try {
    await restoreTable(client, live, restored, interrupted)
    const tookMilliseconds = session.clock() - start
    // Core reads the name of its table when it is loaded.
    process.env.TABLE_NAME = restored
    const { countKinds, missingKinds, readBack } = await import('@replywright/core/operations/restore/restore.ts')
    const read = await readBack(session.clock())
    interrupted.throwIfAborted()
    const counts = await countKinds({ live, restored }, session.clock())
    const missing = missingKinds(counts)
    return {
      ...tableReport<KindCounts>({
        columns: [
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'NOW', of: ({ now }) => now, right: true },
          { title: 'RESTORED', of: ({ restored: number }) => number, right: true },
        ],
        rows: counts,
        json: { tookMilliseconds, read, counts, missing: missing.map(({ kind }) => kind) },
        empty: 'The table is empty.',
        notes: [
          '',
          `restored in ${showAge(tookMilliseconds)}; the service read ${read.organizations} organisations, ${read.numbers} numbers and ${read.webhooks} webhooks, and decrypted ${read.secrets} secrets`,
          ...missing.map(({ kind }) => `FAILS  too few items of the kind ${kind}`),
        ],
      }),
      failed: missing.length > 0,
    }
  } finally {
    await client.send(new DeleteTableCommand({ TableName: restored })).catch((error: unknown) => {
      // The restore was refused.
      if (error instanceof ResourceNotFoundException) return
      process.stderr.write(
        `The table ${restored} was not deleted, which DynamoDB refuses during a restore (${String(error)}). Delete it later: aws dynamodb delete-table --table-name ${restored}\n`,
      )
    })
  }
}

/** A large table takes hours. */
const LONGEST_RESTORE_SECONDS = 12 * 3600

export async function restore(input: Input, session: Session): Promise<Report> {
  const { 'from-table': fromTable = '', continue: from } = input
  await session.confirm(
    `Copy all items that are missing here from ${fromTable}? This includes items that were deleted on purpose, but none of customers who were erased.`,
  )
  const { restoreItems } = await import('@replywright/core/operations/restore/restore.ts')
  const progress = session.progress('Items read')
  const total = await itemCount(session, fromTable)
  const signal = session.interrupted()
  const { scanned, restored, leftOut, position } = await restoreItems(fromTable, session.now, {
    from,
    signal,
    onProgress: (done) => progress.update(done.scanned, total),
  })
  progress.end()
  const fields = { 'items read': scanned, 'items put back': restored, 'of erased customers': leftOut }
  if (!signal.aborted) return fieldsReport(fields)
  const rest = position !== undefined && { 'to go on': `--continue ${position}` }
  return { ...fieldsReport({ ...fields, ...rest }), failed: true }
}

/** Restores the latest state of a table into a new one, and waits for it. Rejects after Ctrl-C. */
async function restoreTable(
  client: DynamoDBClient,
  source: string,
  target: string,
  interrupted: AbortSignal,
): Promise<void> {
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: source,
      TargetTableName: target,
      UseLatestRestorableTime: true,
      BillingModeOverride: 'PAY_PER_REQUEST',
    }),
  )
  const waiter = { client, maxWaitTime: LONGEST_RESTORE_SECONDS, abortSignal: interrupted }
  await waitUntilTableExists(waiter, { TableName: target })
}
