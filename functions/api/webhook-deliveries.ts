import * as replays from '@replywright/contract/replays.ts'
import * as webhookDeliveries from '@replywright/contract/webhook-deliveries.ts'
import { viewDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import { listDeliveryPage } from '@replywright/core/deliveries/list-deliveries.ts'
import { bulkReplay } from '@replywright/core/deliveries/replays/replays.ts'
import { replayDelivery } from '@replywright/core/deliveries/request-delivery.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

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
  route(webhookDeliveries.getDelivery, ({ caller, params, now }) => viewDelivery(caller, params.id, now))

export const replayRoute = () =>
  route(webhookDeliveries.replayDelivery, ({ caller, params, now, id }) =>
    replayDelivery(caller.organizationId, params.id, now, id),
  )

export const replayFailedRoute = () =>
  route(replays.replayFailed, ({ caller, body, id, now }) => bulkReplay(caller.organizationId, body, id, now))
