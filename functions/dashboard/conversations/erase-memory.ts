import { eraseContactMemory as endpoint } from '@messaging/contract/dashboard/contact-memory.ts'
import { eraseMemory } from '@messaging/core/answering/memory/view-memory.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/conversations/{id}/memory/erase/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  eraseMemory(caller.organizationId, params.id, body, now),
)
