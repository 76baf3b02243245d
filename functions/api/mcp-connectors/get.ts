import { getMcpConnector as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { getMcpConnector } from '@messaging/core/agents/mcp-connectors/get-mcp-connector.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/mcp-connectors/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => getMcpConnector(caller, params.id))
