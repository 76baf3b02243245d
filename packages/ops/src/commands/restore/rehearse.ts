import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { KindCounts } from '@messaging/core/operations/restore/rehearsal.ts'
import type { Input, Session } from '../../command.ts'
import { type Report, tableReport } from '../../report.ts'
import { showAge } from '../../show.ts'
import { copyTable, restoreTable } from './copy-table.ts'

/** Restores the table into a second one, reads and counts it, and deletes it, also after a failure. */
export async function rehearse({ stage }: Input, session: Session): Promise<Report> {
  const { TableName: live } = session.outputs
  if (!live) throw new Error('The output TableName is missing: the stack Data does not exist.')
  await session.confirm('Restore the table into a second one? It costs 0.15 USD per GB, and reads both tables.')
  const restored = `${live}-rehearsal-${session.now}`
  const client = new DynamoDBClient({})
  const start = session.clock()
  try {
    await (stage === undefined ? copyTable : restoreTable)(client, live, restored)
    const tookMilliseconds = session.clock() - start
    // Core reads the name of its table when it is loaded.
    process.env.TABLE_NAME = restored
    const { countKinds, missingKinds, readBack } = await import('@messaging/core/operations/restore/rehearsal.ts')
    const read = await readBack(session.clock())
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
      process.stderr.write(`Delete the table ${restored}: ${String(error)}\n`)
    })
  }
}
