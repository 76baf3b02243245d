import { changeContactMemory as endpoint } from '@messaging/contract/dashboard/contact-memory.ts'
import { changeMemory } from '@messaging/core/answering/memory/view-memory.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/conversations/{id}/memory/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  changeMemory(caller.organizationId, params.id, body, now),
)
