import { testConnector as endpoint } from '@messaging/contract/dashboard/connectors.ts'
import { testConnector } from '@messaging/core/answering/tools/test-connector.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/mcp-connectors/test/ */
export const handler = route(endpoint, ({ caller, body }) => testConnector(caller, body), { keepsAnswers: false })
