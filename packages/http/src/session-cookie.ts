import { settings } from '@messaging/core/platform/settings.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

const NAME = 'session'
/** As long as the user pool accepts a refresh token. */
const DAYS = 30

/** Only the session endpoints get it, only from the dashboard's own pages, and no script ever sees it. */
const ATTRIBUTES = 'Path=/dashboard-api/session; HttpOnly; SameSite=Strict'

/** The value of a `Set-Cookie` header that keeps a refresh token in the browser; `''` removes it. */
export function sessionCookie(refreshToken: string): string {
  const maxAge = refreshToken === '' ? 0 : DAYS * 86_400
  // A laptop has no TLS; browsers would not send the cookie back.
  const secure = settings.STAGE === 'local' ? '' : '; Secure'
  return `${NAME}=${refreshToken}; Max-Age=${maxAge}; ${ATTRIBUTES}${secure}`
}

/** The refresh token that the browser keeps; `''` when there is none. Header names are in lower case. */
export function refreshTokenOf({ headers }: APIGatewayProxyEvent): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? ''
}
