import { listInbox as endpoint } from '@messaging/contract/dashboard/conversations.ts'
import { listInbox } from '@messaging/core/conversations/conversations/list-inbox.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/inbox/ */
export const handler = route(endpoint, ({ caller, query, now }) => listInbox(caller.organizationId, query, now))
