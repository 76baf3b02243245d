import { signOutEverywhere as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { signOutEverywhere } from '@messaging/core/people/users/sign-out-everywhere.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/me/sign-out-everywhere/ */
export const handler = route(endpoint, async ({ caller: { email = '' }, now }) => {
  await signOutEverywhere(email, now)
  return undefined
})
