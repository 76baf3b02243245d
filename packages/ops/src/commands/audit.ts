import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@replywright/contract/audit.ts'
import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { AuditFilter } from '@replywright/core/platform/audit/audit-log.ts'
import { invalidField } from '@replywright/core/platform/errors.ts'
import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { readLimit, readTime, readWord } from '../read-options.ts'
import { type Report, tableReport } from '../report.ts'
import { showTime } from '../show.ts'

const DEFAULT_LIMIT = '50'

export const auditCommand: Command = {
  group: 'Inspect',
  name: 'audit',
  summary: 'List who changed what in an organisation in the last 90 days, or print all of it as CSV',
  usage:
    '[--since 7d] [--until …] [--actor <user or key id>] [--action …] [--object …] [--object-id …] [--limit 50] [--cursor …] [--csv]',
  required: ['organization'],
  options: {
    organization: TEXT,
    since: TEXT,
    until: TEXT,
    actor: TEXT,
    action: TEXT,
    object: TEXT,
    'object-id': TEXT,
    limit: TEXT,
    cursor: TEXT,
    csv: FLAG,
  },
  run,
}

async function run(input: Input, { now, flags }: Session): Promise<Report> {
  const { organization = '', limit = DEFAULT_LIMIT, cursor } = input
  const filter = filterOf(input, now)
  await requireAudited(organization, now)
  if (flags.has('csv')) return await csvReport(organization, filter, now)
  const { viewAuditLog } = await import('@replywright/core/platform/audit/audit-log.ts')
  const page = await viewAuditLog(organization, { ...filter, limit: readLimit(limit), cursor }, now)
  return tableReport<AuditEntry>({
    rows: page.results,
    columns: [
      { title: 'TIME (UTC)', of: ({ at }) => showTime(Date.parse(at)), whole: true },
      { title: 'ACTION', of: ({ action }) => action },
      { title: 'OBJECT', of: ({ object }) => object },
      { title: 'NAME OR ID', of: ({ objectName, objectId }) => objectName ?? objectId ?? undefined },
      { title: 'FIELDS', of: ({ fields }) => fields.join(' ') },
      { title: 'BY', of: actorName },
      { title: 'OUTCOME', of: ({ outcome, code }) => code ?? outcome },
      { title: 'SOURCE IP', of: ({ sourceIp }) => sourceIp ?? undefined },
      { title: 'FORWARDED FOR', of: ({ forwardedFor }) => forwardedFor ?? undefined },
    ],
    json: { entries: page.results, nextCursor: page.nextCursor },
    empty: 'No matching entries.',
    notes: page.nextCursor === null ? [] : ['', `Next page: --cursor ${page.nextCursor}`],
  })
}

/** @throws ServiceError for an id that no organisation has, and none had that was deleted in the last 90 days: its log would look empty. */
async function requireAudited(organization: string, now: EpochMs): Promise<void> {
  const { findOrganizationName } = await import('@replywright/core/people/organizations/organizations.ts')
  if (await findOrganizationName(organization)) return
  const { viewAuditLog } = await import('@replywright/core/platform/audit/audit-log.ts')
  const { results } = await viewAuditLog(organization, { limit: 1 }, now)
  if (results.length === 0) throw invalidField('organization', 'does not exist')
}

function filterOf({ since, until, actor, action, object, 'object-id': objectId }: Input, now: EpochMs): AuditFilter {
  return {
    actor,
    objectId,
    action: action === undefined ? undefined : readWord('action', action, AUDIT_ACTIONS),
    object: object === undefined ? undefined : readWord('object', object, AUDIT_OBJECTS),
    since: since === undefined ? undefined : readTime('since', since, now),
    until: until === undefined ? undefined : readTime('until', until, now),
  }
}

function actorName({ actor, action }: AuditEntry): string {
  if (action.endsWith('_automatically')) return 'service'
  if (actor.apiKeyName !== null) return `API key ${actor.apiKeyName}`
  return actor.email ?? actor.userId ?? 'operator'
}

async function csvReport(organization: string, filter: AuditFilter, now: EpochMs): Promise<Report> {
  const { exportAuditLog } = await import('@replywright/core/platform/audit/audit-log.ts')
  let text = ''
  let cursor: string | undefined
  do {
    const part = await exportAuditLog(organization, { ...filter, cursor }, now)
    text += part.csv
    cursor = part.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { json: { csv: text }, lines: () => [text.trimEnd()] }
}
