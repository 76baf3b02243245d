import { listAgentVersions as endpoint } from '@messaging/contract/dashboard/agent-versions.ts'
import { listVersions } from '@messaging/core/agents/history/versions.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/agents/{id}/versions/ */
export const handler = route(endpoint, ({ caller, params, now }) => listVersions(caller, params.id, now))
