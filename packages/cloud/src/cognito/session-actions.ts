import { cognitoError } from './cognito-errors.ts'
import { type Action, clientOf, holderOf } from './context.ts'
import { describeMfa } from './mfa-actions.ts'
import { hashToken } from './start-session.ts'
import { requiredText } from './user-input.ts'
import { attributeList } from './user-output.ts'

export const SESSION_ACTIONS: Readonly<Record<string, Action>> = {
  async GetUser(input, context) {
    const { user } = await holderOf(input, context)
    return { Username: user.username, UserAttributes: attributeList(user), ...describeMfa(user) }
  },

  async GlobalSignOut(input, context) {
    const { pool, user } = await holderOf(input, context)
    pool.store.revoke(({ username }) => username === user.username)
    return {}
  },

  RevokeToken(input, context) {
    const { pool, client } = clientOf(input, context)
    const token = requiredText(input, 'Token')
    if (!client.revokesTokens) {
      throw cognitoError('UnsupportedOperationException', 'Token revocation is not enabled for this client')
    }
    if (token.split('.').length === 3) throw cognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
    const session = pool.store.sessionOf(hashToken(token))
    if (!session) return {}
    if (session.clientId !== client.id) throw cognitoError('UnauthorizedException', 'Unauthorized')
    pool.store.revoke(({ id }) => id === session.id)
    return {}
  },
}
