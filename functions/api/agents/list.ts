import { listAgents as endpoint } from '@messaging/contract/agents.ts'
import { listAgents } from '@messaging/core/agents/agents/list-agents.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/agents/ */
export const handler = route(endpoint, async ({ caller, query, event }) =>
  toPage(event, query, await listAgents(caller, query)),
)
