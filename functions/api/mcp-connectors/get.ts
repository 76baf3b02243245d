import { getMcpConnector as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { viewMcpConnector } from '@messaging/core/agents/mcp-connectors/get-mcp-connector.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/mcp-connectors/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => viewMcpConnector(caller, params.id))
