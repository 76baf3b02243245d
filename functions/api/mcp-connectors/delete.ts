import { deleteMcpConnector as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { deleteMcpConnector } from '@messaging/core/agents/mcp-connectors/write-mcp-connector.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /api/v1/mcp-connectors/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => deleteMcpConnector(caller, params.id))
