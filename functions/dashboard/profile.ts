import * as profile from '@messaging/contract/dashboard/profile.ts'
import { findCodeSender } from '@messaging/core/channel/templates/send-code.ts'
import { confirmPhoneNumber, sendPhoneCode } from '@messaging/core/people/phone-proof/phone-proof.ts'
import { endSession, listSessions } from '@messaging/core/people/sessions/sessions.ts'
import { updateProfile, viewMe } from '@messaging/core/people/users/accounts.ts'
import { signOutEverywhere } from '@messaging/core/people/users/users.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

export const updateRoute = () =>
  route(profile.updateProfile, async ({ caller, body, now }) => {
    await updateProfile(caller.userId, body)
    return await viewMe(caller, now)
  })

export const sendPhoneCodeRoute = () =>
  route(profile.sendPhoneCode, ({ caller, now }) =>
    sendPhoneCode(caller.userId, () => findCodeSender(systemClock), now),
  )

export const confirmPhoneNumberRoute = () =>
  route(profile.confirmPhoneNumber, async ({ caller, body, now }) => {
    await confirmPhoneNumber(caller.userId, body.code, now)
    return await viewMe(caller, now)
  })

export const listSessionsRoute = () => route(profile.listSessions, ({ caller, now }) => listSessions(caller, now))

export const endSessionRoute = () =>
  route(profile.endSession, ({ caller, params, now }) => endSession(caller, params.id, now))

export const signOutEverywhereRoute = () =>
  route(profile.signOutEverywhere, async ({ caller: { email = '' } }) => {
    await signOutEverywhere(email, systemClock)
    return undefined
  })
