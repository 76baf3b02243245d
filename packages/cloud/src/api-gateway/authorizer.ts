import type { Method } from './api-model.ts'
import { type HttpRequest, headerOf } from './request.ts'

/** A caller's token and what it must match. */
interface TokenCheck {
  readonly token: string
  /** The token must come from one of these user pools. */
  readonly userPoolArns: readonly string[]
  /** If not empty, an access token with one of these scopes is required; otherwise an identity token. */
  readonly scopes: readonly string[]
}

/** A token's claims by name. */
export type Claims = Readonly<Record<string, string>>

/** Returns the claims of a valid token for `requestContext.authorizer.claims`; `undefined` for an invalid one. */
export type VerifyToken = (check: TokenCheck) => Promise<Readonly<Record<string, unknown>> | 'expired' | undefined>

/** Returns the claims of a request that its Cognito authorizer allows, or the gateway response that rejects it. */
export async function authorize(
  { authorizer }: Method,
  request: HttpRequest,
  verifyToken: VerifyToken | undefined,
): Promise<{ claims?: Claims } | 'UNAUTHORIZED' | 'TOKEN_EXPIRED' | 'AUTHORIZER_CONFIGURATION_ERROR'> {
  if (!authorizer) return {}
  if (!verifyToken) return 'AUTHORIZER_CONFIGURATION_ERROR'
  const token = headerOf(request, authorizer.header)?.replace(/^Bearer\s+/i, '')
  if (!token) return 'UNAUTHORIZED'
  const { userPoolArns, scopes } = authorizer
  const claims = await verifyToken({ token, userPoolArns, scopes })
  if (claims === 'expired') return 'TOKEN_EXPIRED'
  return claims ? { claims: asTexts(claims) } : 'UNAUTHORIZED'
}

/** Converts claims to strings as API Gateway does: lists joined with commas, `exp` and `iat` as dates. */
function asTexts(claims: Readonly<Record<string, unknown>>): Claims {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asText(name, value)]))
}

function asText(name: string, value: unknown): string {
  if ((name === 'exp' || name === 'iat') && typeof value === 'number') return formatDate(value)
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `Thu Apr 09 12:34:56 UTC 2026` */
function formatDate(seconds: number): string {
  const [weekday = '', day, month, year, time] = new Date(seconds * 1000).toUTCString().split(' ')
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`
}
