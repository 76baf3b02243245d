import { refreshSession, signOut } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { ApiError } from './api-error.ts'
import { chosenOrganization, forgetOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'
import { send } from './send.ts'
import { SessionStore } from './session-store.ts'
import { tokenOf } from './token.ts'

const REMEMBERED = 'signedIn'
const channel = new BroadcastChannel('session')
const News = v.picklist(['signed-in', 'signed-out'])

/** The session of this tab. */
export const session = new SessionStore({
  now: Date.now,
  refresh: async () => tokenOf(await send(refreshSession, { body: {} }), Date.now()),
  later: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  remembered: () => localStorage.getItem(REMEMBERED) !== null,
  remember: (isSignedIn) => {
    if (isSignedIn) localStorage.setItem(REMEMBERED, 'yes')
    else localStorage.removeItem(REMEMBERED)
  },
  becameAnother: () => {
    queryClient.clear()
    forgetOrganization()
    window.location.assign('/')
  },
  tell: (news) => channel.postMessage(news),
})

channel.addEventListener('message', ({ data }) => {
  const news = v.safeParse(News, data)
  if (news.success) session.hear(news.output)
})

// Nothing that was read stays for whoever signs in next.
session.subscribe(() => {
  if (session.state() !== 'signed-out') return
  queryClient.clear()
  forgetOrganization()
})

/** Ends the session here and in every other tab. @throws ApiError when the service cannot be told */
export async function endSession(): Promise<void> {
  await send(signOut, { body: {} })
  session.signedOut()
}

/** What a request carries to say who sends it. @throws ApiError 401 when nobody is signed in */
export async function credentials(): Promise<Record<string, string>> {
  const token = await session.token()
  if (token === undefined) throw new ApiError('Sign in to go on.', { status: 401, code: 'authentication_failed' })
  const organization = chosenOrganization()
  return { authorization: `Bearer ${token}`, ...(organization !== undefined && { 'x-organization-id': organization }) }
}
