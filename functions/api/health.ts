import * as service from '@replywright/contract/service.ts'
import { isTableReadable } from '@replywright/core/operations/table-health.ts'
import { respond } from '@replywright/http/respond.ts'
import { publicRoute } from '@replywright/http/route.ts'

export const getRoute = () =>
  publicRoute(service.getHealth, async ({ event, now }) =>
    (await isTableReadable(now))
      ? respond(event, 200, { status: 'ok' })
      : respond(event, 503, { status: 'unavailable' }),
  )
