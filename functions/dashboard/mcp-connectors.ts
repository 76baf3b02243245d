import * as connectors from '@replywright/contract/dashboard/connectors.ts'
import { approveTools, testConnector } from '@replywright/core/answering/tools/test-tools.ts'
import { route } from '@replywright/http/route.ts'

export const testRoute = () =>
  route(connectors.testConnector, ({ caller, body }) => testConnector(caller, body), {
    keepsResponses: false,
  })

export const approveToolsRoute = () =>
  route(connectors.approveTools, ({ caller, params, body, now }) =>
    approveTools(caller, params.id, body.toolsHash, now),
  )
