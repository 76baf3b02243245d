import { getMe, type Me } from '@messaging/contract/dashboard/session.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { chosenOrganization, forgetOrganization } from './organization.ts'
import { read } from './read.ts'

/** Who is signed in, and for which organisation. */
export function useMe() {
  return useQuery({ ...read(getMe, {}), queryFn: ({ signal }) => readMe(signal), staleTime: Number.POSITIVE_INFINITY })
}

/** Whether the signed-in user is of the group that looks after the whole service. */
export function useIsOperator(): boolean {
  return useMe().data?.groups.includes('operators') ?? false
}

async function readMe(signal: AbortSignal): Promise<Me> {
  try {
    return await call(getMe, {}, { signal })
  } catch (error) {
    const isNoMember = error instanceof ApiError && error.status === 404 && chosenOrganization() !== undefined
    if (!isNoMember) throw error
    forgetOrganization()
    return await call(getMe, {}, { signal })
  }
}
