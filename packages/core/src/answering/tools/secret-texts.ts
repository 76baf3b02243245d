import { fixedValuesOf } from '@replywright/contract/api-part.ts'
import type { HttpDescription } from '@replywright/contract/api-schema.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject } from '@replywright/contract/json.ts'
import { type FixedValue, replaceFixedValues } from '../../agents/agent-secrets.ts'

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
  return [userinfo, password, ...plain, basicCredentials({ username, password })]
}

/** Returns the user name and password of a URL as the authentication scheme Basic sends them. */
export function basicCredentials({ username, password }: Pick<URL, 'username' | 'password'>): string {
  return Buffer.from(`${decodeLoosely(username)}:${decodeLoosely(password)}`).toString('base64')
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Shorter values are not hidden, because they may be ordinary words. */
const SHORTEST_SECRET = 6
const HIDDEN = '[hidden]'

/** Hides secrets in a server's response, plain or encoded for JSON or a URL, so that the model does not read them. */
export function hideSecrets(text: string, values: readonly string[]): string {
  const secrets = values.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(encodingsOf)
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}

function encodingsOf(secret: string): string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed()), inForm]
}

/** Returns a header's value with and without its scheme (`Bearer`). */
export function withoutScheme(value: string): string[] {
  return [value, value.split(' ').at(-1) ?? '']
}

/** Values of the placeholders in the fixed values of HTTP tools. */
export interface Placeholders {
  /** The customer's number with plus, or `''` if unknown. */
  readonly phoneNumber: string
  /** Returns the URL of the customer's last image, or `''`. Only called for tools that use it. */
  readonly imageUrl: () => Promise<string>
}

const IMAGE_URL = '%IMAGE_URL%'
const PHONE_NUMBER = '%PHONE_NUMBER%'

/**
 * Returns a function that replaces the placeholders of fixed values, or undefined if the customer's number is needed and
 * unknown.
 */
export async function fixWith(
  { phoneNumber, imageUrl }: Placeholders,
  { path, query, headers, body }: Pick<HttpDescription, 'path' | 'query' | 'headers' | 'body'>,
): Promise<((value: unknown) => unknown) | undefined> {
  const fields = [...path, ...query, ...headers, ...(body ? [body] : [])]
  const text = stringifyExactJson(fields.flatMap(({ part }) => fixedValuesOf(part)))
  if (phoneNumber === '' && text.includes(PHONE_NUMBER)) return undefined
  const image = text.includes(IMAGE_URL) ? await imageUrl() : ''
  const fix = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(PHONE_NUMBER, phoneNumber).replaceAll(IMAGE_URL, image)
    if (Array.isArray(value)) return value.map(fix)
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fix(inner)]))
    return value
  }
  return fix
}

/** Returns the parts of a fixed value that are the same for every customer. */
function constantPieces(value: string): string[] {
  return value.split(IMAGE_URL).flatMap((piece) => piece.split(PHONE_NUMBER))
}
