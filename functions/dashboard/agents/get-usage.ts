import { getAgentUsage as endpoint } from '@messaging/contract/dashboard/agent-usage.ts'
import { viewUsage } from '@messaging/core/agents/agents/agent-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/agents/{id}/usage/ */
export const handler = route(endpoint, ({ caller, params }) => viewUsage(caller.organizationId, params.id))
