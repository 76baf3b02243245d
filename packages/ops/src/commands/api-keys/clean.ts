import type { ApiKey } from '@aws-sdk/client-api-gateway'
import { deleteGatewayKey, isTagged, listGatewayKeys } from '@messaging/core/people/api-keys/gateway-key.ts'
import { ORPHANED_AFTER_MILLISECONDS, orphanKeys } from '@messaging/core/people/api-keys/orphan-keys.ts'
import { scanApiKeys } from '@messaging/core/people/api-keys/scan-api-keys.ts'
import type { Input, Session } from '../../command.ts'
import { readDuration } from '../../read-options.ts'
import { type Report, tableReport } from '../../report.ts'
import { count, showTime } from '../../show.ts'

export async function cleanKeys(input: Input, session: Session): Promise<Report> {
  const keys = session.flags.has('all') ? await keysOfStage() : await keysWithoutRow(input, session)
  if (!session.flags.has('delete') || keys.length === 0)
    return cleanReport(keys, 'would be deleted. Add --delete to delete them')
  await session.confirm(
    `Delete ${count(keys.length, 'key')} of API Gateway? Requests with these keys will be rejected.`,
  )
  const progress = session.progress('API keys deleted')
  for (const [index, { id = '' }] of keys.entries()) {
    await deleteGatewayKey(id)
    progress.update(index + 1, keys.length)
  }
  progress.end()
  return cleanReport(keys, 'deleted')
}

async function keysOfStage(): Promise<ApiKey[]> {
  return (await listGatewayKeys()).filter(isTagged)
}

async function keysWithoutRow(input: Input, session: Session): Promise<ApiKey[]> {
  if (!session.outputs.TableName) throw new Error('The stage has no table. Use --all to list all of its keys.')
  // Keys are read before rows: then each key either has its row, or is new.
  const keys = await listGatewayKeys()
  const progress = session.progress('Items read')
  const rows = await scanApiKeys((scanned) => progress.update(scanned))
  progress.end()
  const olderThan = input['older-than']
  const age = olderThan === undefined ? ORPHANED_AFTER_MILLISECONDS : readDuration('older-than', olderThan)
  return orphanKeys(keys, rows, session.now - age)
}

function cleanReport(keys: readonly ApiKey[], verb: string): Report {
  return tableReport<ApiKey>({
    rows: keys,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'NAME', of: ({ name }) => name },
      { title: 'CREATED (UTC)', of: ({ createdDate }) => showTime(createdDate?.getTime()) },
    ],
    json: { deleted: verb === 'deleted', keys: keys.map(({ id, name }) => ({ id, name })) },
    empty: 'No keys found.',
    notes: keys.length === 0 ? [] : ['', `${count(keys.length, 'key')} of API Gateway ${verb}.`],
  })
}
