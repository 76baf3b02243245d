import * as service from '@messaging/contract/service.ts'
import { mcpRoute } from '@messaging/http/mcp-route.ts'

export const callRoute = () => mcpRoute(service.callMcp)
