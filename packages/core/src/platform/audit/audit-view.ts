import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { isoTime, timeOfId } from '../clock.ts'
import type { AuditItem } from './audit-entity.ts'

/** Returns an entry as the dashboard and the operators' command show it. */
export function auditView(entry: AuditItem): AuditEntry {
  const { id, action, object, objectId, objectName, fields, userId, email, apiKeyId, apiKeyName } = entry
  const { requestId, sourceIp, outcome, code } = entry
  return {
    id,
    at: isoTime(timeOfId(id)),
    action,
    object,
    objectId: objectId ?? null,
    objectName: objectName ?? null,
    fields: fields ?? [],
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
