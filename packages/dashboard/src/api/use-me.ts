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

/** Whether the signed-in user may see the pages of the whole service; `none` while it is not known. */
export function useOperatorAccess(): Me['operatorAccess'] {
  return useMe().data?.operatorAccess ?? 'none'
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
