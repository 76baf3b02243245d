import { listAuditLog as endpoint } from '@messaging/contract/dashboard/audit-log.ts'
import { viewAuditLog } from '@messaging/core/platform/audit/show-entries.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/audit-log/ */
export const handler = route(endpoint, ({ caller, query, now }) => viewAuditLog(caller.organizationId, query, now))
