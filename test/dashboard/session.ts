import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import type { ApiResponse } from '../support/service.ts'

/** Somebody who may sign in. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Somebody who has signed in to the dashboard, as their browser knows it. */
export interface DashboardSession {
  readonly idToken: string
  /** `name=value` of the cookie that the session endpoints get. */
  readonly cookie: string
  /** One call at the dashboard's address with the token, JSON in, JSON out: `call('GET', '/v1/me/')`. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>
}

const Token = v.object({ idToken: v.string(), expiresIn: v.number() })

/** Signs in at the dashboard's address; the demo's user unless somebody else is named. */
export async function signInToDashboard(
  service: Pick<Service, 'ready'>,
  { email, password }: Credentials = service.ready,
): Promise<DashboardSession> {
  const { dashboardUrl } = service.ready
  const answer = await callDashboard(dashboardUrl, 'POST', '/session/sign-in/', { email, password })
  if (answer.status !== 200)
    throw new Error(`${email} could not sign in: ${answer.status} ${JSON.stringify(answer.body)}`)
  const { idToken } = v.parse(Token, answer.body)
  const authorization = { Authorization: `Bearer ${idToken}` }
  return {
    idToken,
    cookie: cookieOf(answer),
    call: (method, path, body, headers) =>
      callDashboard(dashboardUrl, method, path, body, { ...authorization, ...headers }),
  }
}

/** One call at the dashboard's address, below `/dashboard-api`. */
export async function callDashboard(
  dashboardUrl: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${dashboardUrl}/dashboard-api${path}`, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf({ headers }: ApiResponse): string {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}
