import * as auditLog from '@replywright/contract/audit-log.ts'
import { viewNamedAuditLog } from '@replywright/core/operations/audit-names.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { pageLink } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(auditLog.listAuditLog, async ({ caller, query, now, event }) => {
    const page = await fittingPage(query, (part) => viewNamedAuditLog(caller.organizationId, part, now))
    const { results, nextCursor: cursor } = page
    return { next: cursor === null ? null : pageLink(event, { cursor }), results }
  })
