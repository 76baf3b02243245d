import { settings } from '@messaging/core/platform/settings.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

const NAME = 'session'
/** Equal to the validity of a refresh token in the user pool. */
const DAYS = 30

/** Browsers send the cookie to session endpoints and from pages of the dashboard only. Scripts cannot read it. */
const ATTRIBUTES = 'Path=/dashboard-api/session; HttpOnly; SameSite=Strict'

/** Builds the `Set-Cookie` header that stores a refresh token in the browser. `''` removes it. */
export function sessionCookie(refreshToken: string): string {
  const maxAge = refreshToken === '' ? 0 : DAYS * 86_400
  // A local stage has no TLS, so browsers would not send a secure cookie.
  const secure = settings.STAGE === 'local' ? '' : '; Secure'
  return `${NAME}=${refreshToken}; Max-Age=${maxAge}; ${ATTRIBUTES}${secure}`
}

/** Returns the refresh token in the cookie of a request, or `''`. Header names are in lower case. */
export function refreshTokenOf({ headers }: APIGatewayProxyEvent): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? ''
}
