import { addNumber as endpoint } from '@messaging/contract/accounts.ts'
import { addNumber } from '@messaging/core/channel/numbers/add-number.ts'
import { listenersToAll } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-accounts/{id}/add-number/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  addNumber(caller.organizationId, params.id, body, listenersToAll, now),
)
