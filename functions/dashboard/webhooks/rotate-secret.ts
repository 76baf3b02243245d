import { rotateSecret as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { rotateSecret } from '@messaging/core/deliveries/webhooks/rotate-secret.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/rotate-secret/ */
export const handler = route(
  endpoint,
  async ({ caller, params, now, id }) => ({ secret: await rotateSecret(caller.organizationId, params.id, now, id) }),
  { keepsAnswers: false },
)
