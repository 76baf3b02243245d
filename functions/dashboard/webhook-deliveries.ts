import * as deliveries from '@messaging/contract/dashboard/deliveries.ts'
import { viewDelivery } from '@messaging/core/deliveries/get-delivery.ts'
import { viewDeliveries } from '@messaging/core/deliveries/list-deliveries.ts'
import { replayDeliveries } from '@messaging/core/deliveries/request-delivery.ts'
import { fittingPage } from '@messaging/core/platform/paging/fit-response.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(deliveries.listDeliveries, ({ caller, query, now }) =>
    fittingPage(query, (page) => viewDeliveries(caller.organizationId, page, now)),
  )

export const getRoute = () =>
  route(deliveries.getDelivery, ({ caller, params, now }) => viewDelivery(caller.organizationId, params.id, now))

export const replayManyRoute = () =>
  route(deliveries.replayDeliveries, async ({ caller, body, id, now }) => ({
    results: await replayDeliveries(caller.organizationId, body, id, now),
  }))
