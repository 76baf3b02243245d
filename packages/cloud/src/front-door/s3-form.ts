import type { IncomingHttpHeaders } from 'node:http'
import { isList, isObject, numberOf, parseObject, textOf } from '../json.ts'
import type { Json } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** A complete upload from a browser's form (S3's POST Object). */
export interface PostedForm {
  /** The fields before the file, by lower-case name. */
  readonly fields: ReadonlyMap<string, string>
  readonly file: Buffer
}

/** Parses the form of a request. Returns undefined for a request with a signature or without a form. */
export async function readForm(
  method: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<PostedForm | undefined> {
  const type = headers['content-type'] ?? ''
  if (method !== 'POST' || headers.authorization || !type.startsWith('multipart/form-data')) return undefined
  const fields = new Map<string, string>()
  try {
    const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    for (const [name, value] of parts) {
      // S3 ignores fields after the file.
      if (name === 'file') return { fields, file: Buffer.from(await new Response(value).arrayBuffer()) }
      if (typeof value === 'string') fields.set(name.toLowerCase(), value)
    }
  } catch {
    return undefined
  }
  return undefined
}

const NEED_NO_CONDITION = new Set(['policy', 'x-amz-signature', 'file'])

/** Checks a form against its policy. `now` is in milliseconds. @throws ServiceError if the policy denies the upload */
export function checkPolicy({ fields, file }: PostedForm, bucket: string, now: number): void {
  const policy = readPolicy(fields.get('policy') ?? '')
  if (!(Date.parse(textOf(policy.expiration) ?? '') > now)) throw denied('Policy expired.')
  if (!fields.has('x-amz-signature')) throw denied('Missing field: x-amz-signature')
  const values = new Map([...fields, ['bucket', bucket]])
  const free = new Set([...fields.keys()].filter((name) => !NEED_NO_CONDITION.has(name) && !/^x-ignore-/.test(name)))
  for (const condition of isList(policy.conditions) ? policy.conditions : [])
    for (const [operator, name, wanted] of conditionsOf(condition)) {
      if (operator === 'content-length-range') checkLength(file.length, numberOf(name) ?? 0, numberOf(wanted) ?? 0)
      else checkField(operator, textOf(name) ?? '', textOf(wanted) ?? '', values, free)
    }
  const [extra] = free
  if (extra) throw denied(`Extra input fields: ${extra}`)
}

function readPolicy(encoded: string) {
  try {
    return parseObject(Buffer.from(encoded, 'base64').toString())
  } catch {
    throw new ServiceError(400, 'InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.')
  }
}

type Condition = readonly [operator: string, name: Json, wanted: Json]

/** `{ "a": "b" }` is short for `["eq", "$a", "b"]`. */
function conditionsOf(condition: Json): readonly Condition[] {
  if (isObject(condition)) return Object.entries(condition).map(([name, wanted]) => ['eq', `$${name}`, wanted])
  if (!isList(condition)) return []
  const [operator, name = null, wanted = null] = condition
  return [[(textOf(operator) ?? '').toLowerCase(), name, wanted]]
}

function checkField(
  operator: string,
  variable: string,
  wanted: string,
  values: ReadonlyMap<string, string>,
  free: Set<string>,
): void {
  const name = variable.slice(1).toLowerCase()
  const value = values.get(name) ?? ''
  if (operator === 'starts-with' ? !value.startsWith(wanted) : value !== wanted)
    throw denied(`Policy Condition failed: ${JSON.stringify([operator, variable, wanted])}`)
  free.delete(name)
}

function checkLength(length: number, least: number, most: number): void {
  if (length > most)
    throw new ServiceError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  if (length < least)
    throw new ServiceError(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
}

function denied(reason: string): ServiceError {
  return new ServiceError(403, 'AccessDenied', `Invalid according to Policy: ${reason}`)
}
