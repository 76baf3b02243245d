import { replaceMcpConnector as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { replaceMcpConnector } from '@messaging/core/agents/mcp-connectors/write-mcp-connector.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /api/v1/mcp-connectors/{id}/ */
export const handler = route(endpoint, ({ caller, params, body, revision }) =>
  replaceMcpConnector(caller, params.id, body, revision),
)
