import { proxyDelete } from '@messaging/contract/proxy.ts'
import { proxyRoute } from '@messaging/http/proxy-route.ts'

/** DELETE /api/v1/msg-accounts/{id}/proxy/{path}/ */
export const handler = proxyRoute(proxyDelete)
