import type { VerifyToken } from '../api-gateway/authorizer.ts'
import type { UserPool } from './context.ts'
import { verifyToken } from './tokens.ts'

/** Verifies tokens as Cognito authorizers of REST APIs do: by signature, issuer, time and use, not by revocation. */
export function claimsVerifier(pools: readonly UserPool[], now: () => number): VerifyToken {
  return async ({ token, userPoolArns, scopes }) => {
    for (const { settings, key } of pools) {
      if (!userPoolArns.includes(settings.arn)) continue
      const claims = await verifyToken(key, settings.issuer, token, now())
      if (claims === 'expired') return 'expired'
      if (!claims) continue
      const owned = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
      const isGood =
        scopes.length > 0
          ? claims.token_use === 'access' && scopes.some((scope) => owned.includes(scope))
          : claims.token_use === 'id'
      return isGood ? claims : undefined
    }
    return undefined
  }
}
