import { refreshSession, signOut } from '@replywright/contract/dashboard/session.ts'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { ApiError } from './api-error.ts'
import { clearDrafts } from './drafts.ts'
import { chosenOrganization, forgetOrganization, restoreOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'
import { dropEarly, send } from './send.ts'
import { type SessionState, SessionStore, tokenOf } from './session-store.ts'

const REMEMBERED = 'signedIn'
const channel = new BroadcastChannel('session')
const Message = v.picklist(['signed-in', 'signed-out'])

export const session = new SessionStore({
  now: Date.now,
  refresh: async () => tokenOf(await send(refreshSession, { body: {} }), Date.now()),
  schedule: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  remembered: () => localStorage.getItem(REMEMBERED) !== null,
  remember: (isSignedIn) => {
    if (isSignedIn) localStorage.setItem(REMEMBERED, 'yes')
    else localStorage.removeItem(REMEMBERED)
  },
  onUser: (subject) => {
    // An early response is of another organisation.
    if (restoreOrganization(subject)) dropEarly()
  },
  onUserChange: () => {
    queryClient.clear()
    clearDrafts()
    forgetOrganization()
    window.location.assign('/')
  },
  send: (message) => channel.postMessage(message),
})

channel.addEventListener('message', ({ data }) => {
  const message = v.safeParse(Message, data)
  if (message.success) session.receive(message.output)
})

// The next user must not see cached data.
session.subscribe(() => {
  if (session.state() !== 'signed-out') return
  dropEarly()
  queryClient.clear()
  clearDrafts()
  forgetOrganization()
})

/** Ends the session in all tabs. @throws ApiError if the request fails */
export async function endSession(): Promise<void> {
  await send(signOut, { body: {} })
  session.signedOut()
}

/** Returns the headers that authenticate a request. @throws ApiError 401 if no user is signed in */
export async function credentials(): Promise<Record<string, string>> {
  const token = await session.token()
  if (token === undefined) throw new ApiError('Sign in to continue.', { status: 401, code: 'authentication_failed' })
  const organization = chosenOrganization()
  return { authorization: `Bearer ${token}`, ...(organization !== undefined && { 'x-organization-id': organization }) }
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state)
}
