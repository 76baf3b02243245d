import * as connectors from '@messaging/contract/dashboard/connectors.ts'
import { approveTools } from '@messaging/core/answering/tools/approve-tools.ts'
import { testConnector } from '@messaging/core/answering/tools/test-connector.ts'
import { route } from '@messaging/http/route.ts'

export const testRoute = () =>
  route(connectors.testConnector, ({ caller, body }) => testConnector(caller, body), {
    keepsResponses: false,
  })

export const approveToolsRoute = () =>
  route(connectors.approveTools, ({ caller, params, body, now }) =>
    approveTools(caller, params.id, body.toolsHash, now),
  )
