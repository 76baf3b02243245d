import { createAgent as endpoint } from '@messaging/contract/agents.ts'
import { createAgent } from '@messaging/core/agents/agents/create-agent.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/agents/ */
export const handler = route(endpoint, ({ caller, id, body, now }) => createAgent(caller, id, body, now), {
  keepsAnswers: false,
})
