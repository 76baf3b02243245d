import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { isoTime, timeOfId } from '../clock.ts'
import { AUDIT_CSV_HEADER, auditCsv } from './audit-csv.ts'
import type { AuditItem } from './audit-entity.ts'
import { type AuditFilter, listEntries } from './list-entries.ts'

/** Entries in one part of an export. */
const EXPORTED_AT_ONCE = 1000

/** Returns a page of the audit log as the dashboard shows it. `now` in milliseconds. */
export async function viewAuditLog(
  organizationId: string,
  { limit, cursor, ...filter }: AuditFilter & { readonly limit: number; readonly cursor?: string | undefined },
  now: number,
): Promise<{ results: AuditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listEntries(organizationId, filter, { limit, cursor }, now)
  return { results: items.map(auditView), nextCursor }
}

/** Returns a part of the audit log as CSV. `now` in milliseconds. */
export async function exportAuditLog(
  organizationId: string,
  { cursor, ...filter }: AuditFilter & { readonly cursor?: string | undefined },
  now: number,
): Promise<{ csv: string; nextCursor: string | null }> {
  const page = await viewAuditLog(organizationId, { ...filter, cursor, limit: EXPORTED_AT_ONCE }, now)
  const csv = `${cursor === undefined ? AUDIT_CSV_HEADER : ''}${auditCsv(page.results)}`
  return { csv, nextCursor: page.nextCursor }
}

/** Returns an entry as the dashboard and the operators' command show it. */
function auditView(entry: AuditItem): AuditEntry {
  const { id, action, object, objectId, objectName, fields, userId, email, apiKeyId, apiKeyName } = entry
  const { changes = [], version, requestId, sourceIp, outcome, code } = entry
  return {
    id,
    at: isoTime(timeOfId(id)),
    action,
    object,
    objectId: objectId ?? null,
    objectName: objectName ?? null,
    fields: fields ?? [],
    changes: changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
    version: version ?? null,
    actor: {
      userId: userId ?? null,
      email: email ?? null,
      apiKeyId: apiKeyId ?? null,
      apiKeyName: apiKeyName ?? null,
    },
    requestId: requestId ?? null,
    sourceIp: sourceIp ?? null,
    outcome: outcome ?? 'interrupted',
    code: code ?? null,
  }
}
