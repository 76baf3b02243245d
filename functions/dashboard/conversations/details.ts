import { getConversationDetails as endpoint } from '@messaging/contract/dashboard/conversations.ts'
import { viewConversationDetails } from '@messaging/core/operations/overview/conversation-details.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/conversations/{id}/details/ */
export const handler = route(endpoint, ({ caller, params, now }) =>
  viewConversationDetails(caller.organizationId, params.id, now),
)
