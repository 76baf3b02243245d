import * as health from '@messaging/contract/health.ts'
import { isTableReadable } from '@messaging/core/platform/table/is-table-readable.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'

export const getRoute = () =>
  publicRoute(health.getHealth, async ({ event, now }) =>
    (await isTableReadable(now))
      ? respond(event, 200, { status: 'ok' })
      : respond(event, 503, { status: 'unavailable' }),
  )
