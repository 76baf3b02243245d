import { listAuditLog } from '@replywright/contract/audit-log.ts'
import * as mfa from '@replywright/contract/dashboard/session.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { authenticatorApp } from './authenticator-app.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { callDashboard, cookieOf, type DashboardSession } from './session.ts'

export const Challenge = v.object({ challenge: v.literal('mfa'), session: v.string() })
export const Token = v.object({ idToken: v.string(), expiresIn: v.number() })

/** Returns the entries about sign-ins in the audit log of a session's organisation, newest first: `sign_in done`. */
export async function signInActions({ call }: Pick<DashboardSession, 'call'>): Promise<string[]> {
  const { body } = await call('GET', '/v1/audit-log/?object=sign_in')
  return v.parse(listAuditLog.response, body).results.map(({ action, outcome }) => `${action} ${outcome}`)
}

/** Returns functions for two-factor authentication of test users. */
export function mfaOf(service: Service) {
  const people = peopleOf(service)
  const withCookie = (method: string, path: string, cookie: string, body?: unknown) =>
    callDashboard(service.ready.dashboardUrl, method, `/session/mfa/${path}`, body, { cookie })
  return {
    withCookie,
    isOn: async (cookie: string) => (await withCookie('GET', '', cookie)).body,
    /** Turns on two-factor authentication for a session of a user with this password, which ends the session. */
    async turnOn({ cookie }: DashboardSession, password = PASSWORD) {
      const begun = await withCookie('POST', 'begin/', cookie, {})
      const { secret, uri } = v.parse(mfa.beginMfa.response, begun.body)
      const app = authenticatorApp(secret)
      const enable = (body: object) => withCookie('POST', 'enable/', cookie, body)
      const refusedAt = (path: string) => ({ status: 400, body: { details: [{ path }] } })
      expect(await enable({ code: '000000' })).toMatchObject(refusedAt('password'))
      expect(await enable({ password: 'wrong', code: '000000' })).toMatchObject(refusedAt('password'))
      expect(await enable({ password, code: '000000' })).toMatchObject(refusedAt('code'))
      const enabled = await enable({ password, code: await app.code() })
      expect(enabled).toMatchObject({ status: 200 })
      expect(cookieOf(enabled)).toBe('session=')
      const { recoveryCodes } = v.parse(mfa.enableMfa.response, enabled.body)
      return { app, uri, secret, recoveryCodes }
    },
    /** Signs in with the password and a code. */
    async signInWithCode(email: string, password: string, app: ReturnType<typeof authenticatorApp>) {
      const first = await people.session('sign-in', { email, password })
      expect(first.headers.getSetCookie()).toEqual([])
      const { session } = v.parse(Challenge, first.body)
      const answered = await people.session('mfa/answer', { email, session, code: await app.code() })
      const { idToken } = v.parse(Token, answered.body)
      const authorization = { Authorization: `Bearer ${idToken}` }
      return {
        idToken,
        cookie: cookieOf(answered),
        call: (method: string, path: string, body?: unknown) =>
          callDashboard(service.ready.dashboardUrl, method, path, body, authorization),
      }
    },
  }
}
