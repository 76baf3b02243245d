import * as triggers from '@messaging/contract/triggers.ts'
import { authorizeTrigger, fireTrigger } from '@messaging/core/answering/start-conversation.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { ignoredFieldsHeader } from '@messaging/http/ignored-fields.ts'
import { respond } from '@messaging/http/respond.ts'
import { idempotencyKeyOf, replayable, secretRoute } from '@messaging/http/route.ts'

export const fireRoute = () =>
  secretRoute(
    triggers.fireTrigger,
    ({ pathParameters, headers }) =>
      authorizeTrigger(pathParameters?.id ?? '', headers['x-trigger-secret'], systemClock()),
    async ({ body, event }, open) => {
      const idempotencyKey = idempotencyKeyOf(event)
      const { result, headers } = await replayable((onRepeat) =>
        fireTrigger(open, { input: body, idempotencyKey, onRepeat }, systemClock),
      )
      const ignored = ignoredFieldsHeader(triggers.fireTrigger, event.json)
      return respond(event, triggers.fireTrigger.status, result, { ...ignored, ...headers })
    },
  )
