import * as replays from '@messaging/contract/replays.ts'
import * as webhookDeliveries from '@messaging/contract/webhook-deliveries.ts'
import { viewDeliveryDetails } from '@messaging/core/deliveries/get-delivery.ts'
import { listDeliveryPage } from '@messaging/core/deliveries/list-deliveries.ts'
import { bulkReplay } from '@messaging/core/deliveries/replays/replays.ts'
import { replayDelivery } from '@messaging/core/deliveries/request-delivery.ts'
import { fittingPage } from '@messaging/core/platform/paging/fit-response.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(webhookDeliveries.listDeliveries, async ({ caller, query, now, event }) => {
    const { count: countAtLeast, ...page } = toPage(
      event,
      query,
      await fittingPage(query, (page) => listDeliveryPage(caller.organizationId, page, now)),
    )
    return { countAtLeast, ...page }
  })

export const getRoute = () =>
  route(webhookDeliveries.getDelivery, ({ caller, params, now }) =>
    viewDeliveryDetails(caller.organizationId, params.id, now),
  )

export const replayRoute = () =>
  route(webhookDeliveries.replayDelivery, ({ caller, params, now, id }) =>
    replayDelivery(caller.organizationId, params.id, now, id),
  )

export const replayFailedRoute = () =>
  route(replays.replayFailed, ({ caller, body, id, now }) => bulkReplay(caller.organizationId, body, id, now))
