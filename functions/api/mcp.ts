import * as mcp from '@messaging/contract/mcp.ts'
import { mcpRoute } from '@messaging/http/mcp-route.ts'

export const callRoute = () => mcpRoute(mcp.callMcp)
