import { proxyPut } from '@messaging/contract/proxy.ts'
import { proxyRoute } from '@messaging/http/proxy-route.ts'

/** PUT /api/v1/msg-accounts/{id}/proxy/{path}/ */
export const handler = proxyRoute(proxyPut)
