import { restartTrial as endpoint } from '@messaging/contract/dashboard/try-agent.ts'
import { restartTrial } from '@messaging/core/answering/sandbox/trial.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/agents/{id}/try/ */
export const handler = route(endpoint, ({ caller, params, now }) => restartTrial(caller, params.id, now))
