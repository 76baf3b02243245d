import { approveTools as endpoint } from '@messaging/contract/dashboard/connectors.ts'
import { approveTools } from '@messaging/core/answering/tools/approve-tools.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/mcp-connectors/{id}/approve-tools/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  approveTools(caller, params.id, body.toolsHash, now),
)
