import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

type Claims = Readonly<Record<string, unknown>>
const Json = v.record(v.string(), v.unknown())

/** Returns the header and the claims of a token. */
function readToken(token: string): { header: Claims; claims: Claims } {
  const [header = '', claims = ''] = token
    .split('.', 2)
    .map((part) => v.parse(Json, JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')))
  return { header: v.parse(Json, header), claims: v.parse(Json, claims) }
}

function assemble(header: Claims, claims: Claims, signature: (content: string) => string): string {
  const [first, second] = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const content = `${first}.${second}`
  return `${content}.${signature(content)}`
}

const signedBy = (key: KeyObject) => (content: string) =>
  sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')

/**
 * Returns invalid variants of an identity token by name. Some are signed with the pool's own key from the data
 * directory, for example an expired token.
 */
export function forgedTokens(idToken: string, dataDir: string): Record<string, string> {
  const { header, claims } = readToken(idToken)
  const genuine = signedBy(poolKey(dataDir))
  const foreign = signedBy(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const now = Math.floor(Date.now() / 1000)
  const [first = '', , third = ''] = idToken.split('.')
  const promoted = Buffer.from(JSON.stringify({ ...claims, 'cognito:groups': ['operators', 'owners'] })).toString(
    'base64url',
  )
  return {
    'an expired one': assemble(header, { ...claims, iat: now - 7200, exp: now - 3600 }, genuine),
    'one of another pool': assemble(header, { ...claims, iss: `${claims.iss}0` }, genuine),
    'one that another key signed': assemble(header, claims, foreign),
    'one without a signature': assemble({ ...header, alg: 'none' }, claims, () => ''),
    'one signed with the public key as a secret': assemble({ ...header, alg: 'HS256' }, claims, () => 'c2lnbmF0dXJl'),
    'one whose claims were changed': `${first}.${promoted}.${third}`,
    'half of one': idToken.slice(0, idToken.length / 2),
    garbage: 'garbage',
    nothing: '',
  }
}

/** Signs a token again with the pool's key, to show that the invalid variants are rejected for their content. */
export function signedByPool(idToken: string, dataDir: string): string {
  const { header, claims } = readToken(idToken)
  return assemble(header, claims, signedBy(poolKey(dataDir)))
}

function poolKey(dataDir: string): KeyObject {
  const folder = join(dataDir, 'cognito')
  const file = readdirSync(folder).find((name) => name.endsWith('.key.json')) ?? ''
  return createPrivateKey({ key: JSON.parse(readFileSync(join(folder, file), 'utf8')), format: 'jwk' })
}
