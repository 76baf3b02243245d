import type { Method } from './api-model.ts'
import { type HttpRequest, headerOf } from './request.ts'

/** A caller's token and what it must be good for. */
export interface TokenCheck {
  readonly token: string
  /** The token must come from one of these user pools. */
  readonly userPoolArns: readonly string[]
  /** When there are any, an access token with one of these scopes is needed; else an identity token. */
  readonly scopes: readonly string[]
}

/** Answers a good token's claims, as handlers find them in `requestContext.authorizer.claims`; `undefined` for a bad one. */
export type VerifyToken = (check: TokenCheck) => Promise<Readonly<Record<string, unknown>> | undefined>

/** Lets a request of a method with a Cognito authorizer pass, or says which refusal it gets. */
export async function authorize(
  { authorizer }: Method,
  request: HttpRequest,
  verifyToken: VerifyToken | undefined,
): Promise<{ claims?: Readonly<Record<string, unknown>> } | 'UNAUTHORIZED' | 'AUTHORIZER_CONFIGURATION_ERROR'> {
  if (!authorizer) return {}
  if (!verifyToken) return 'AUTHORIZER_CONFIGURATION_ERROR'
  const token = headerOf(request, authorizer.header)?.replace(/^Bearer\s+/i, '')
  if (!token) return 'UNAUTHORIZED'
  const { userPoolArns, scopes } = authorizer
  const claims = await verifyToken({ token, userPoolArns, scopes })
  return claims ? { claims } : 'UNAUTHORIZED'
}
