import * as deliveries from '@replywright/contract/dashboard/deliveries.ts'
import { viewDeliveries } from '@replywright/core/deliveries/list-deliveries.ts'
import { replayDeliveries } from '@replywright/core/deliveries/request-delivery.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(deliveries.listDeliveries, ({ caller, query, now }) =>
    fittingPage(query, (page) => viewDeliveries(caller.organizationId, page, now)),
  )

export const replayManyRoute = () =>
  route(deliveries.replayDeliveries, async ({ caller, body, id, now }) => ({
    results: await replayDeliveries(caller.organizationId, body, id, now),
  }))
