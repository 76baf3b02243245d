import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import type { ApiResponse } from '../support/service.ts'

/** The credentials of a user. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The session of a signed-in user. */
export interface DashboardSession {
  readonly idToken: string
  /** The session cookie as `name=value`. */
  readonly cookie: string
  /** Calls the dashboard's API with the token. Sends and returns JSON: `call('GET', '/v1/me/')`. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>
}

const Token = v.object({ idToken: v.string(), expiresIn: v.number() })

/** Signs in to the dashboard. @default the demo user */
export async function signInToDashboard(
  service: Pick<Service, 'ready'>,
  { email, password }: Credentials = service.ready,
): Promise<DashboardSession> {
  const { dashboardUrl } = service.ready
  const response = await callDashboard(dashboardUrl, 'POST', '/session/sign-in/', { email, password })
  if (response.status !== 200)
    throw new Error(`${email} could not sign in: ${response.status} ${JSON.stringify(response.body)}`)
  const { idToken } = v.parse(Token, response.body)
  const authorization = { Authorization: `Bearer ${idToken}` }
  return {
    idToken,
    cookie: cookieOf(response),
    call: (method, path, body, headers) =>
      callDashboard(dashboardUrl, method, path, body, { ...authorization, ...headers }),
  }
}

/** Calls a path below `/dashboard-api`. */
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

/** Returns the cookie that a response sets, as `name=value`. */
export function cookieOf({ headers }: ApiResponse): string {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}
