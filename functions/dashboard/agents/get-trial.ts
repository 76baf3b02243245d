import { getTrial as endpoint } from '@messaging/contract/dashboard/try-agent.ts'
import { viewTrial } from '@messaging/core/answering/sandbox/trial.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/agents/{id}/try/ */
export const handler = route(endpoint, ({ caller, params, now }) => viewTrial(caller, params.id, now))
