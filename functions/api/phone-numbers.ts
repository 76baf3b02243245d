import * as phoneNumbers from '@replywright/contract/phone-numbers.ts'
import { listNumberViews, routeNumber, viewNumber } from '@replywright/core/conversations/routing/route-number.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { compared } from '@replywright/http/compared.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(phoneNumbers.listPhoneNumbers, async ({ caller, query, event }) =>
    toPage(event, query, await listNumberViews(caller.organizationId, query)),
  )

export const getRoute = () =>
  route(phoneNumbers.getPhoneNumber, ({ caller, params }) => viewNumber(caller.organizationId, params.n))

const numberBefore = ({ caller, params }: { readonly caller: Caller; readonly params: { readonly n: string } }) =>
  viewNumber(caller.organizationId, params.n)

export const subscribeRoute = () =>
  route(
    phoneNumbers.subscribePhoneNumber,
    ({ caller, params, body, now }) =>
      routeNumber(caller, params.n, { mode: 'webhook', webhookId: body.webhookId }, body.applyToExisting, now),
    { compare: compared(phoneNumbers.subscribePhoneNumber, numberBefore) },
  )

export const connectAgentRoute = () =>
  route(
    phoneNumbers.connectAgent,
    ({ caller, params, body, now }) =>
      routeNumber(caller, params.n, { mode: 'agent', agentId: body.agentId }, body.applyToExisting, now),
    { compare: compared(phoneNumbers.connectAgent, numberBefore) },
  )

export const unsubscribeRoute = () =>
  route(
    phoneNumbers.unsubscribePhoneNumber,
    ({ caller, params, body, now }) => routeNumber(caller, params.n, { mode: null }, body.applyToExisting, now),
    { compare: compared(phoneNumbers.unsubscribePhoneNumber, numberBefore) },
  )
