import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import { csvLine } from '@replywright/contract/csv.ts'

const COLUMNS: readonly (readonly [string, (entry: AuditEntry) => string | null])[] = [
  ['time', ({ at }) => at],
  ['action', ({ action }) => action],
  ['object', ({ object }) => object],
  ['object id', ({ objectId }) => objectId],
  ['object name', ({ objectName }) => objectName],
  ['fields', ({ fields }) => fields.join(' ')],
  ['old values', ({ changes }) => changes.map(({ field, before }) => `${field}: ${before ?? ''}`).join('\n')],
  ['new values', ({ changes }) => changes.map(({ field, after }) => `${field}: ${after ?? ''}`).join('\n')],
  ['version', ({ version }) => (version === null ? null : String(version))],
  ['outcome', ({ outcome }) => outcome],
  ['error code', ({ code }) => code],
  ['user id', ({ actor }) => actor.userId],
  ['user', ({ actor }) => actor.email],
  ['API key id', ({ actor }) => actor.apiKeyId],
  ['API key', ({ actor }) => actor.apiKeyName],
  ['source IP', ({ sourceIp }) => sourceIp],
  ['forwarded for', ({ forwardedFor }) => forwardedFor],
  ['request id', ({ requestId }) => requestId],
  ['entry id', ({ id }) => id],
]

/** The first line of the CSV file (RFC 4180). */
export const AUDIT_CSV_HEADER = csvLine(COLUMNS.map(([title]) => title))

/** Returns one line of CSV for each entry. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => csvLine(COLUMNS.map(([, of]) => of(entry) ?? ''))).join('')
}
