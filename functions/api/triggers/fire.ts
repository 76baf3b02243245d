import { fireTrigger as endpoint } from '@messaging/contract/triggers.ts'
import { fireTrigger } from '@messaging/core/answering/triggers/fire-trigger.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { respond } from '@messaging/http/respond.ts'
import { idempotencyKeyOf, publicRoute } from '@messaging/http/route.ts'

/** POST /triggers/{id}/ */
export const handler = publicRoute(endpoint, async ({ params, body, event }) => {
  const call = {
    id: params.id,
    secret: event.headers['x-trigger-secret'],
    input: body,
    idempotencyKey: idempotencyKeyOf(event),
  }
  return respond(event, endpoint.status, await fireTrigger(call, systemClock))
})
