import { tryAgent as endpoint } from '@messaging/contract/dashboard/try-agent.ts'
import { tryAgent } from '@messaging/core/answering/sandbox/trial.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/agents/{id}/try/ */
export const handler = route(endpoint, ({ caller, params, body, now }) => tryAgent(caller, params.id, body.text, now))
