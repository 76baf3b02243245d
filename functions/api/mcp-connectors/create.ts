import { createMcpConnector as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { createMcpConnector } from '@messaging/core/agents/mcp-connectors/write-mcp-connector.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/mcp-connectors/ */
export const handler = route(endpoint, ({ caller, id, body, now }) => createMcpConnector(caller, id, body, now), {
  keepsAnswers: false,
})
