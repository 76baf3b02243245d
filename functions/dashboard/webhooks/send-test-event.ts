import { sendTestEvent as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { sendTestEvent } from '@messaging/core/deliveries/deliveries/send-test-event.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/test/ */
export const handler = route(endpoint, ({ caller, params, id }) => sendTestEvent(caller.organizationId, params.id, id))
