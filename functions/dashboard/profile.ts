import * as profile from '@replywright/contract/dashboard/profile.ts'
import { viewMe } from '@replywright/core/agents/shares/my-shares.ts'
import { endSession, listSessions } from '@replywright/core/people/sessions/sessions.ts'
import { updateProfile } from '@replywright/core/people/users/accounts.ts'
import { signOutEverywhere } from '@replywright/core/people/users/users.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const updateRoute = () =>
  route(profile.updateProfile, async ({ caller, body, now }) => {
    await updateProfile(caller.userId, body)
    return await viewMe(caller, now)
  })

export const listSessionsRoute = () =>
  route(profile.listSessions, ({ caller, query, now }) => fittingPage(query, (page) => listSessions(caller, page, now)))

export const endSessionRoute = () =>
  route(profile.endSession, ({ caller, params, now }) => endSession(caller, params.id, now))

export const signOutEverywhereRoute = () =>
  route(profile.signOutEverywhere, async ({ caller: { email = '' } }) => {
    await signOutEverywhere(email, systemClock)
    return undefined
  })
