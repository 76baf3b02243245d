import { listInboxChanges as endpoint } from '@messaging/contract/dashboard/conversations.ts'
import { listChanges } from '@messaging/core/conversations/conversations/list-changes.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/inbox/changes/ */
export const handler = route(endpoint, ({ caller, query, now }) => listChanges(caller.organizationId, query, now))
