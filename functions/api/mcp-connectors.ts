import * as mcpConnectors from '@replywright/contract/mcp-connectors.ts'
import {
  createMcpConnector,
  deleteMcpConnector,
  listMcpConnectors,
  replaceMcpConnector,
  viewMcpConnector,
} from '@replywright/core/agents/mcp-connectors/mcp-connectors.ts'
import { toPage } from '@replywright/http/page.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(mcpConnectors.listMcpConnectors, async ({ caller, query, event }) =>
    toPage(event, query, await listMcpConnectors(caller, query)),
  )

export const createRoute = () =>
  route(mcpConnectors.createMcpConnector, ({ caller, id, body, now }) => createMcpConnector(caller, id, body, now), {
    repeat: ({ caller, id }) => viewMcpConnector(caller, id),
  })

export const getRoute = () =>
  route(mcpConnectors.getMcpConnector, ({ caller, params }) => viewMcpConnector(caller, params.id))

export const replaceRoute = () =>
  route(mcpConnectors.replaceMcpConnector, ({ caller, params, body, revision }) =>
    replaceMcpConnector(caller, params.id, body, revision),
  )

export const deleteRoute = () =>
  route(mcpConnectors.deleteMcpConnector, ({ caller, params }) => deleteMcpConnector(caller, params.id))
