import { getAgentVersion as endpoint } from '@messaging/contract/dashboard/agent-versions.ts'
import { getVersion } from '@messaging/core/agents/history/versions.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/agents/{id}/versions/{version}/ */
export const handler = route(endpoint, ({ caller, params, query, now }) => getVersion(caller, params, query.with, now))
