import * as connectors from '@messaging/contract/dashboard/connectors.ts'
import { approveTools, testConnector } from '@messaging/core/answering/tools/test-tools.ts'
import { route } from '@messaging/http/route.ts'

export const testRoute = () =>
  route(connectors.testConnector, ({ caller, body }) => testConnector(caller, body), {
    keepsResponses: false,
  })

export const approveToolsRoute = () =>
  route(connectors.approveTools, ({ caller, params, body, now }) =>
    approveTools(caller, params.id, body.toolsHash, now),
  )
