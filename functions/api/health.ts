import * as service from '@messaging/contract/service.ts'
import { isTableReadable } from '@messaging/core/operations/monitoring.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'

export const getRoute = () =>
  publicRoute(service.getHealth, async ({ event, now }) =>
    (await isTableReadable(now))
      ? respond(event, 200, { status: 'ok' })
      : respond(event, 503, { status: 'unavailable' }),
  )
