import type { AuditObject } from '@replywright/contract/audit.ts'
import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import { AgentEntity } from '../agents/agent-entity.ts'
import { WebhookEntity } from '../deliveries/webhooks/webhook-entity.ts'
import { type AuditFilter, viewAuditLog } from '../platform/audit/audit-log.ts'
import { batchGet } from '../platform/table/batch-get.ts'

interface AuditPage {
  readonly results: AuditEntry[]
  readonly nextCursor: string | null
}

/**
 * Returns a page of the audit log. Entries without a name have that of their agent or endpoint now. The log has no
 * names of customers.
 */
export async function viewNamedAuditLog(
  organizationId: string,
  query: AuditFilter & { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<AuditPage> {
  const page = await viewAuditLog(organizationId, query, now)
  // A request is recorded with the id that it named, which may be any text.
  const keysOf = (object: AuditObject) =>
    page.results.flatMap(({ object: other, objectId: id, objectName }) =>
      other === object && id !== null && isUuid(id) && objectName === null ? { organizationId, id } : [],
    )
  const [agents, webhooks] = await Promise.all([
    batchGet(keysOf('agent'), (keys) => AgentEntity.get(keys).go()),
    batchGet(keysOf('webhook'), (keys) => WebhookEntity.get(keys).go()),
  ])
  const names = new Map([...agents, ...webhooks].map(({ id, name }) => [id, name]))
  const results = page.results.map((entry) => ({
    ...entry,
    objectName: entry.objectName ?? names.get(entry.objectId ?? '') ?? null,
  }))
  return { ...page, results }
}
