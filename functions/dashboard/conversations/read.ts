import { markConversationRead as endpoint } from '@messaging/contract/dashboard/conversations.ts'
import { markRead } from '@messaging/core/conversations/conversations/mark-read.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/conversations/{id}/read/ */
export const handler = route(endpoint, ({ caller, params, body }) => markRead(caller.organizationId, params.id, body))
