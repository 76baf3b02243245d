import { getMe, type Me } from '@replywright/contract/dashboard/session.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { includesRole } from '@replywright/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call, read } from './call.ts'
import { chosenOrganization, keepOrganization, leaveOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'

/** Returns the query of the signed-in user and the selected organisation. */
export function useMe() {
  return useQuery({ ...read(getMe, {}), queryFn: ({ signal }) => readMe(signal), staleTime: Number.POSITIVE_INFINITY })
}

/** Returns the user's access to the operator pages; `none` until it is loaded. */
export function useOperatorAccess(): Me['operatorAccess'] {
  return useMe().data?.operatorAccess ?? 'none'
}

async function readMe(signal: AbortSignal): Promise<Me> {
  const me = await readFreshMe(signal)
  keepOrganization(me.organization.id)
  return me
}

async function readFreshMe(signal: AbortSignal): Promise<Me> {
  try {
    return await call(getMe, {}, { signal })
  } catch (error) {
    const isNotMember = error instanceof ApiError && error.status === 404 && chosenOrganization() !== undefined
    if (!isNotMember) throw error
    leaveOrganization()
    // The open page belongs to the organisation that the user left. Its changes would go to another one.
    if (queryClient.getQueryData(read(getMe, {}).queryKey)) window.location.assign('/')
    return await call(getMe, {}, { signal })
  }
}

/** Returns whether the role of the user allows calls of an endpoint; true until the role is loaded. */
export function useMay({ role: required }: Pick<Endpoint, 'role'>): boolean {
  const { data: me } = useMe()
  return me === undefined || includesRole(me.role, required)
}
