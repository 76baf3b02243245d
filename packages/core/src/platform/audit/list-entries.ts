import { AUDIT_DAYS, type AuditAction, type AuditObject } from '@messaging/contract/audit.ts'
import { listMonthly, type Period } from '../paging/list-monthly.ts'
import type { NewestFirst } from '../paging/newest-first.ts'
import { AuditEntity, type AuditItem } from './audit-entity.ts'

export interface AuditFilter extends Period {
  /** The id of a user or of an API key. */
  readonly actor?: string
  readonly action?: AuditAction
  readonly object?: AuditObject
  readonly objectId?: string
}

/**
 * Returns a page of an organisation's audit log, newest first (`listMonthly`). `now` in milliseconds.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listEntries(
  organizationId: string,
  { since, until, ...filter }: AuditFilter,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  now: number,
): Promise<NewestFirst<AuditItem>> {
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  return await listMonthly(
    ({ month, first, until: end, limit }) =>
      AuditEntity.query
        .byTime({ organizationId, month })
        .between({ id: first }, { id: end })
        .go({ limit, order: 'desc' }),
    { ...page, since, until, days: AUDIT_DAYS, passes: isFiltered ? (entry) => passes(filter, entry) : undefined },
    now,
  )
}

function passes({ actor, action, object, objectId }: Omit<AuditFilter, keyof Period>, entry: AuditItem): boolean {
  return (
    (actor === undefined || actor === entry.userId || actor === entry.apiKeyId) &&
    (action === undefined || action === entry.action) &&
    (object === undefined || object === entry.object) &&
    (objectId === undefined || objectId === entry.objectId)
  )
}
