import { text } from 'node:stream/consumers'
import type { ApiKey } from '@aws-sdk/client-api-gateway'
import { revokeApiKey } from '@replywright/core/people/api-keys/api-keys.ts'
import {
  type AttachedKey,
  type Attachment,
  attachApiKeys,
  deleteGatewayKey,
  isTagged,
  listGatewayKeys,
  ORPHANED_AFTER_MILLISECONDS,
  orphanKeys,
  scanApiKeys,
} from '@replywright/core/people/api-keys/gateway-keys.ts'
import * as v from 'valibot'
import type { Input, Session } from '../command.ts'
import { readDuration } from '../read-options.ts'
import { fieldLines, fieldsReport, type Report, tableReport } from '../report.ts'
import { count, showTime } from '../show.ts'

/** Output of `aws apigateway get-api-keys --include-values`. */
const Listing = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ items: v.array(v.object({ value: v.pipe(v.string(), v.minLength(20)) })) }),
)

/** Results that operators must check. */
const PROBLEMS: readonly Attachment[] = ['missing', 'refused']

export async function attachKeys(_: Input, session: Session): Promise<Report> {
  const values = session.flags.has('values') ? await readValues() : []
  const dryRun = session.flags.has('dry-run')
  if (!session.outputs.UsagePlanId) throw new Error('There is no usage plan. Deploy the stack of the API first.')
  const reading = session.progress('Items read')
  const rows = await scanApiKeys((scanned) => reading.update(scanned))
  reading.end()
  const progress = session.progress('API keys')
  const keys = await attachApiKeys(rows, { values, dryRun, onProgress: progress.update })
  progress.end()
  return attachReport(keys, dryRun)
}

async function readValues(): Promise<string[]> {
  const listing = v.safeParse(Listing, await text(process.stdin))
  if (listing.success) return listing.output.items.map(({ value }) => value)
  throw new Error(
    'Standard input is not a list of API keys with values. Run: aws apigateway get-api-keys --include-values | npm run ops -- api-keys attach --values',
  )
}

function attachReport(keys: readonly AttachedKey[], dryRun: boolean): Report {
  const counts: Record<string, number> = {}
  for (const { result } of keys) counts[result] = (counts[result] ?? 0) + 1
  const problems = keys.filter(({ result }) => PROBLEMS.includes(result))
  const { missing = 0, attached = 0, created = 0 } = counts
  return tableReport<AttachedKey>({
    rows: problems,
    columns: [
      { title: 'ID', of: ({ key }) => key.gatewayKeyId, whole: true },
      { title: 'RESULT', of: ({ result }) => result, style: () => 'red' },
      { title: 'KEY', of: ({ key }) => `${key.prefix}…` },
      { title: 'NAME', of: ({ key }) => key.name },
      { title: 'ORGANISATION', of: ({ key }) => key.organizationId },
    ],
    json: {
      dryRun,
      counts,
      keys: keys.map(({ key, result }) => ({ id: key.gatewayKeyId, organizationId: key.organizationId, result })),
    },
    empty: keys.length === 0 ? 'The table has no active API keys.' : 'Every active API key is in API Gateway.',
    notes: [
      '',
      `${count(keys.length, 'active API key')}${dryRun ? '; nothing was changed' : ''}:`,
      ...fieldLines(counts),
      ...(missing > 0 ? ['Missing keys can be recreated with their values: docs/operations.md, API keys.'] : []),
      ...(attached + created > 0 && !dryRun ? ['On AWS it can take a few minutes until the keys work.'] : []),
    ],
  })
}

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

export async function revokeKey({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  await revokeApiKey(organization, id, now)
  return fieldsReport({ id, note: 'Revoked. The key stops working within 15 seconds.' })
}
