import * as triggers from '@messaging/contract/triggers.ts'
import { fireTrigger } from '@messaging/core/answering/triggers/fire-trigger.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { respond } from '@messaging/http/respond.ts'
import { idempotencyKeyOf, publicRoute } from '@messaging/http/route.ts'

export const fireRoute = () =>
  publicRoute(triggers.fireTrigger, async ({ params, body, event }) => {
    const call = {
      id: params.id,
      secret: event.headers['x-trigger-secret'],
      input: body,
      idempotencyKey: idempotencyKeyOf(event),
    }
    return respond(event, triggers.fireTrigger.status, await fireTrigger(call, systemClock))
  })
