import { type Identity, readIdentity } from '../users/identity.ts'

/** Who an identity token is about. Only for one that Cognito has just answered: nothing is verified. */
export function identityOf(idToken: string): Identity {
  const [, payload = ''] = idToken.split('.')
  const identity = readIdentity(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!identity) throw new Error('Cognito answered a token without a subject')
  return identity
}
