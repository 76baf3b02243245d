import { authorize, type VerifyToken } from './authorizer.ts'
import type { GatewayResponseType } from './gateway-response-types.ts'
import type { RoutedRequest } from './proxy-event.ts'
import { headerOf } from './request.ts'
import type { PlanMember, Throttling } from './throttling.ts'

/** An API key as the control plane stores it. */
export interface ApiKey extends PlanMember {
  readonly enabled: boolean
}

export interface Gatekeepers {
  readonly throttling: Throttling
  readonly findKey: (value: string) => ApiKey | undefined
  readonly verifyToken: VerifyToken | undefined
}

/** Checks authorizer, then API key, then throttles. Returns the request with claims and key, or a gateway response. */
export async function admit(
  { throttling, findKey, verifyToken }: Gatekeepers,
  routed: RoutedRequest,
): Promise<RoutedRequest | GatewayResponseType> {
  const { method, request } = routed
  const authorized = await authorize(method, request, verifyToken)
  if (typeof authorized === 'string') return authorized
  const known: RoutedRequest = { ...routed, claims: authorized.claims }
  if (!method.apiKeyRequired) return throttling.admit(method, undefined) ? known : 'THROTTLED'
  const value = headerOf(request, 'x-api-key')
  const key = value === undefined ? undefined : findKey(value)
  const plan = key?.enabled ? throttling.planOf(key) : undefined
  if (value === undefined || !key || !plan) return 'INVALID_API_KEY'
  if (!throttling.admit(method, { key, plan })) return 'THROTTLED'
  return { ...known, key: { id: key.id, value } }
}
