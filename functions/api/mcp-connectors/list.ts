import { listMcpConnectors as endpoint } from '@messaging/contract/mcp-connectors.ts'
import { listMcpConnectors } from '@messaging/core/agents/mcp-connectors/get-mcp-connector.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/mcp-connectors/ */
export const handler = route(endpoint, async ({ caller, query, event }) =>
  toPage(event, query, await listMcpConnectors(caller, query)),
)
