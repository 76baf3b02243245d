import * as phoneNumbers from '@replywright/contract/phone-numbers.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { disconnectNumber } from '@replywright/core/conversations/routing/disconnect-number.ts'
import { listNumberViews, routeNumber, viewNumber } from '@replywright/core/conversations/routing/route-number.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { compared } from '@replywright/http/compared.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(phoneNumbers.listPhoneNumbers, async ({ caller, query, event, now }) =>
    toPage(event, query, await fittingPage(query, (page) => listNumberViews(caller.organizationId, page, now))),
  )

export const getRoute = () =>
  route(phoneNumbers.getPhoneNumber, ({ caller, params, now }) => viewNumber(caller.organizationId, params.n, now))

export const disconnectRoute = () =>
  route(phoneNumbers.disconnectPhoneNumber, ({ caller, params, now }) =>
    disconnectNumber(caller.organizationId, params.n, now),
  )

interface NumberRequest {
  readonly caller: Caller
  readonly params: { readonly n: string }
  readonly now: EpochMs
}

const numberBefore = ({ caller, params, now }: NumberRequest) => viewNumber(caller.organizationId, params.n, now)

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
