import * as auditLog from '@replywright/contract/dashboard/audit-log.ts'
import { viewNamedAuditLog } from '@replywright/core/operations/audit-names.ts'
import { exportAuditLog } from '@replywright/core/platform/audit/audit-log.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(auditLog.listAuditLog, ({ caller, query, now }) =>
    fittingPage(query, (page) => viewNamedAuditLog(caller.organizationId, page, now)),
  )

export const exportRoute = () =>
  route(auditLog.exportAuditLog, ({ caller, query, now }) => exportAuditLog(caller.organizationId, query, now))
