import { sendPhoneCode as endpoint } from '@messaging/contract/dashboard/profile.ts'
import { sendPhoneCode } from '@messaging/core/people/phone-proof/send-phone-code.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/me/phone-code/ */
export const handler = route(endpoint, ({ caller }) => sendPhoneCode(caller.userId, systemClock))
