import * as phoneNumbers from '@messaging/contract/phone-numbers.ts'
import { listNumberViews, viewNumber } from '@messaging/core/conversations/routing/list-numbers.ts'
import { routeNumber } from '@messaging/core/conversations/routing/route-number.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(phoneNumbers.listPhoneNumbers, async ({ caller, query, event }) =>
    toPage(event, query, await listNumberViews(caller.organizationId, query)),
  )

export const getRoute = () =>
  route(phoneNumbers.getPhoneNumber, ({ caller, params }) => viewNumber(caller.organizationId, params.n))

export const subscribeRoute = () =>
  route(phoneNumbers.subscribePhoneNumber, ({ caller, params, body, now }) =>
    routeNumber(caller, params.n, { mode: 'webhook', webhookId: body.webhookId }, body.applyToExisting, now),
  )

export const connectAgentRoute = () =>
  route(phoneNumbers.connectAgent, ({ caller, params, body, now }) =>
    routeNumber(caller, params.n, { mode: 'agent', agentId: body.agentId }, body.applyToExisting, now),
  )

export const unsubscribeRoute = () =>
  route(phoneNumbers.unsubscribePhoneNumber, ({ caller, params, body, now }) =>
    routeNumber(caller, params.n, { mode: null }, body.applyToExisting, now),
  )
