import * as triggers from '@replywright/contract/triggers.ts'
import { authorizeTrigger, fireTrigger } from '@replywright/core/answering/fire-trigger.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { ignoredFieldsHeader } from '@replywright/http/ignored-fields.ts'
import { respond } from '@replywright/http/respond.ts'
import { idempotencyKeyOf, replayable, secretRoute } from '@replywright/http/route.ts'

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
