import { type FixedValue, replaceFixedValues } from '../../agents/agents/fixed-values.ts'
import { isObject } from '../../platform/json.ts'
import { constantPieces } from './fixed-value.ts'
import { withoutScheme } from './hide-secrets.ts'

/** Returns the texts of an `apiSchema`'s fixed values that the model must not read: all that are not public. */
export function secretTexts(apiSchema: unknown): string[] {
  const texts: string[] = []
  replaceFixedValues(apiSchema, (fixed) => {
    if (!fixed.isPublic) texts.push(...textsOf(fixed))
    return fixed.value
  })
  return texts
}

function textsOf({ steps: [section, part], value }: FixedValue): string[] {
  if (section === 'url') return part === 'userinfo' ? textsOfUserinfo(String(value)) : textsOfQuery(String(value))
  const pieces = leavesOf(value).flatMap(constantPieces)
  return section === 'request_headers' ? pieces.flatMap(withoutScheme) : pieces
}

function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value)) return Object.values(value).flatMap(leavesOf)
  return ['string', 'number'].includes(typeof value) ? [String(value)] : []
}

function textsOfQuery(query: string): string[] {
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [query, ...values, ...new URLSearchParams(query).values()]
}

function textsOfUserinfo(userinfo: string): string[] {
  const { username = '', password = '' } = URL.parse(`http://${userinfo}@host`) ?? {}
  const plain = [username, password].map((text) => decodeLoosely(text))
  return [userinfo, password, ...plain, Buffer.from(plain.join(':')).toString('base64')]
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
