import { getContactMemory as endpoint } from '@messaging/contract/dashboard/contact-memory.ts'
import { viewMemory } from '@messaging/core/answering/memory/view-memory.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/conversations/{id}/memory/ */
export const handler = route(endpoint, ({ caller, params, now }) => viewMemory(caller.organizationId, params.id, now))
