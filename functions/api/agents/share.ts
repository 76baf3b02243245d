import { shareAgent as endpoint } from '@messaging/contract/agents.ts'
import { shareAgent } from '@messaging/core/agents/agents/share-agent.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/agents/{id}/share/ */
export const handler = route(endpoint, ({ caller, params, body, now }) => shareAgent(caller, params.id, body, now), {
  keepsAnswers: false,
})
