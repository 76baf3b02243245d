import * as deliveries from '@replywright/contract/dashboard/deliveries.ts'
import { viewDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import { viewDeliveries } from '@replywright/core/deliveries/list-deliveries.ts'
import { replayDeliveries } from '@replywright/core/deliveries/request-delivery.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(deliveries.listDeliveries, ({ caller, query, now }) => viewDeliveries(caller.organizationId, query, now))

export const getRoute = () =>
  route(deliveries.getDelivery, ({ caller, params, now }) => viewDelivery(caller.organizationId, params.id, now))

export const replayManyRoute = () =>
  route(deliveries.replayDeliveries, async ({ caller, body, id, now }) => ({
    results: await replayDeliveries(caller.organizationId, body, id, now),
  }))
