import { proxyPatch } from '@messaging/contract/proxy.ts'
import { proxyRoute } from '@messaging/http/proxy-route.ts'

/** PATCH /api/v1/msg-accounts/{id}/proxy/{path}/ */
export const handler = proxyRoute(proxyPatch)
