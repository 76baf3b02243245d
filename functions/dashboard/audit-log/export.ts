import { exportAuditLog as endpoint } from '@messaging/contract/dashboard/audit-log.ts'
import { exportAuditLog } from '@messaging/core/platform/audit/show-entries.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/audit-log/export/ */
export const handler = route(endpoint, ({ caller, query, now }) => exportAuditLog(caller.organizationId, query, now))
