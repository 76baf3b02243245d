import { updateProfile as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { updateProfile } from '@messaging/core/people/users/update-profile.ts'
import { viewMe } from '@messaging/core/people/users/view-me.ts'
import { route } from '@messaging/http/route.ts'

/** PATCH /dashboard-api/v1/me/ */
export const handler = route(endpoint, async ({ caller, body, now }) => {
  await updateProfile(caller.userId, body)
  return await viewMe(caller, now)
})
