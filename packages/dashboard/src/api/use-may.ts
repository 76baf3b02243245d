import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { includesRole } from '@messaging/contract/roles.ts'
import { useMe } from './use-me.ts'

/** Returns whether the role of the user allows calls of an endpoint; true until the role is loaded. */
export function useMay({ role: required }: Pick<Endpoint, 'role'>): boolean {
  const { data: me } = useMe()
  return me === undefined || includesRole(me.role, required)
}
