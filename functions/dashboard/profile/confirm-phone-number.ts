import { confirmPhoneNumber as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { confirmPhoneNumber } from '@messaging/core/people/phone-proof/confirm-phone-number.ts'
import { viewMe } from '@messaging/core/people/users/view-me.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/me/phone-code/ */
export const handler = route(endpoint, async ({ caller, body, now }) => {
  await confirmPhoneNumber(caller.userId, body.code, now)
  return await viewMe(caller, now)
})
