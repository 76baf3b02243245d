import { deployAgent as endpoint } from '@messaging/contract/accounts.ts'
import { deployAgent } from '@messaging/core/conversations/routing/deploy-agent.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-accounts/{id}/deploy-agent/ */
export const handler = route(endpoint, ({ caller, params, body, now }) => deployAgent(caller, params.id, body, now))
