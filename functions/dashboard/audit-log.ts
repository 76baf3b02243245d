import * as auditLog from '@messaging/contract/dashboard/audit-log.ts'
import { exportAuditLog, viewAuditLog } from '@messaging/core/platform/audit/audit-log.ts'
import { fittingPage } from '@messaging/core/platform/paging/fit-response.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(auditLog.listAuditLog, ({ caller, query, now }) =>
    fittingPage(query, (page) => viewAuditLog(caller.organizationId, page, now)),
  )

export const exportRoute = () =>
  route(auditLog.exportAuditLog, ({ caller, query, now }) => exportAuditLog(caller.organizationId, query, now))
