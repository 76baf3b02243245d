import * as auditLog from '@replywright/contract/dashboard/audit-log.ts'
import { exportAuditLog, viewAuditLog } from '@replywright/core/platform/audit/audit-log.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(auditLog.listAuditLog, ({ caller, query, now }) => viewAuditLog(caller.organizationId, query, now))

export const exportRoute = () =>
  route(auditLog.exportAuditLog, ({ caller, query, now }) => exportAuditLog(caller.organizationId, query, now))
