import * as accounts from '@replywright/contract/accounts.ts'
import * as proxy from '@replywright/contract/proxy.ts'
import { addNumber, listAccounts, viewAccount } from '@replywright/core/channel/provider/accounts/accounts.ts'
import { deployAgent } from '@replywright/core/conversations/routing/route-number.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { proxyRoute } from '@replywright/http/proxy-route.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(accounts.listAccounts, async ({ caller, query }) =>
    fittingSlice(await listAccounts(caller.organizationId, query)),
  )

export const getRoute = () =>
  route(accounts.getAccount, ({ caller, params }) => viewAccount(caller.organizationId, params.id))

export const addNumberRoute = () =>
  route(accounts.addNumber, ({ caller, params, body, now }) =>
    addNumber(caller.organizationId, params.id, body, listenersToAll, now),
  )

export const deployAgentRoute = () =>
  route(accounts.deployAgent, ({ caller, params, body, now }) => deployAgent(caller, params.id, body, now))

export const proxyGetRoute = () => proxyRoute(proxy.proxyGet)

export const proxyPostRoute = () => proxyRoute(proxy.proxyPost)

export const proxyPutRoute = () => proxyRoute(proxy.proxyPut)

export const proxyPatchRoute = () => proxyRoute(proxy.proxyPatch)

export const proxyDeleteRoute = () => proxyRoute(proxy.proxyDelete)
