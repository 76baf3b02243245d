import * as auditLog from '@replywright/contract/dashboard/audit-log.ts'
import { exportAuditLog } from '@replywright/core/platform/audit/audit-log.ts'
import { route } from '@replywright/http/route.ts'

export const exportRoute = () =>
  route(auditLog.exportAuditLog, ({ caller, query, now }) => exportAuditLog(caller.organizationId, query, now))
