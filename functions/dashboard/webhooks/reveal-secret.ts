import { revealSecret as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { revealSecret } from '@messaging/core/deliveries/webhooks/reveal-secret.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/secret/ */
export const handler = route(
  endpoint,
  async ({ caller, params }) => ({ secret: await revealSecret(caller.organizationId, params.id, caller.userId) }),
  { keepsAnswers: false },
)
