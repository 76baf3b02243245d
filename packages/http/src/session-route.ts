import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import type { Origin } from '@replywright/core/platform/request.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as v from 'valibot'
import { originOf } from './origin.ts'
import { respond } from './respond.ts'
import { type Input, publicRoute } from './route.ts'
import type { Handler } from './stack.ts'

/** The input of a session endpoint. `refreshToken` comes from the cookie; it is `''` without one. */
interface SessionInput<E extends Endpoint> extends Input<E> {
  readonly refreshToken: string
  readonly origin: Origin
}

/** The result of a session endpoint. `refreshToken` replaces the cookie: `''` removes it, undefined keeps it. */
interface SessionResult<E extends Endpoint> {
  readonly response: v.InferInput<E['response']>
  readonly refreshToken?: string
}

interface SessionRouteOptions {
  /** Whether a 401 removes the refresh token, so that the browser does not retry an expired one. @default false */
  readonly endsWhenRefused?: boolean
}

/** Builds the Lambda handler of a session endpoint, which requires no authentication and may set a cookie. */
export function sessionRoute<E extends Endpoint>(
  endpoint: E,
  handle: (input: SessionInput<E>) => Promise<SessionResult<E>>,
  { endsWhenRefused = false }: SessionRouteOptions = {},
): Handler {
  return publicRoute(endpoint, async (input) => {
    try {
      const { response, refreshToken } = await handle({
        ...input,
        refreshToken: refreshTokenOf(input.event),
        origin: originOf(input.event),
      })
      return withCookie(respond(input.event, endpoint.status, response), refreshToken)
    } catch (error) {
      if (!endsWhenRefused || !(error instanceof ServiceError) || error.status !== 401) throw error
      return withCookie(respond(input.event, 401, { error: error.message, code: error.code }), '')
    }
  })
}

function withCookie(result: APIGatewayProxyResult, refreshToken: string | undefined): APIGatewayProxyResult {
  if (refreshToken === undefined) return result
  return { ...result, headers: { ...result.headers, 'set-cookie': sessionCookie(refreshToken) } }
}

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
function refreshTokenOf({ headers }: APIGatewayProxyEvent): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? ''
}
