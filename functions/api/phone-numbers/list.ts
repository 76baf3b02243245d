import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { listNumberViews } from '@messaging/core/conversations/routing/list-numbers.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/phone-numbers/ */
export const handler = route(listPhoneNumbers, async ({ caller, query, event }) =>
  toPage(event, query, await listNumberViews(caller.organizationId, query)),
)
