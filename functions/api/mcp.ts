import * as service from '@replywright/contract/service.ts'
import { mcpRoute } from '@replywright/http/mcp-route.ts'

export const callRoute = () => mcpRoute(service.callMcp)
