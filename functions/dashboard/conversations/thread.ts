import { getThread as endpoint } from '@messaging/contract/dashboard/thread.ts'
import { viewThread } from '@messaging/core/conversations/messages/view-thread.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/conversations/{id}/thread/ */
export const handler = route(endpoint, ({ caller, params, query, now }) => viewThread(caller, params.id, query, now))
