import { fillFields, fillPart } from '@replywright/contract/api-part.ts'
import { type HttpDescription, PATH_PARAMETER } from '@replywright/contract/api-schema.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { basicCredentials } from './secret-texts.ts'

export interface HttpRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Builds the request of a call. `refused` tells the model why nothing is called. `fix` is absent if the customer's phone
 * number is needed and unknown.
 */
export function buildRequest(
  description: HttpDescription,
  args: JsonObject,
  fix: ((value: unknown) => unknown) | undefined,
): HttpRequest | { readonly refused: string } {
  if (!fix) return { refused: "the customer's phone number is not known" }
  const { origin, template, path, query, headers, body } = description
  const values = new Map(fillFields(path, args, fix).map(([name, value]) => [name, asText(value)]))
  const empty = path.find(({ name }) => !values.get(name))
  if (empty) return { refused: `the path parameter ${empty.name} is empty` }
  const filled = template.replace(PATH_PARAMETER, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const url = URL.parse(origin + filled)
  if (!url || hasDotSegment(filled)) return { refused: 'a path parameter must not be "." or ".."' }
  for (const [name, value] of fillFields(query, args, fix))
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, asText(each))
  const content = body && stringifyExactJson(fillBody(description, args, fix))
  const wanted = outgoingHeaders(fillFields(headers, args, fix))
  const authorization = (url.username || url.password) && `Basic ${basicCredentials(url)}`
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...(authorization && { authorization }),
      ...wanted,
    },
    body: content,
  }
}

/** Fills the body. The fields of an object body are arguments beside the others. */
function fillBody({ body }: HttpDescription, args: JsonObject, fix: (value: unknown) => unknown): unknown {
  if (!body) return undefined
  const { part, argument } = body
  if (part.kind === 'object' && !part.array) return fillPart(part, args, fix) ?? {}
  return fillPart(part, Object.hasOwn(args, argument) ? args[argument] : undefined, fix)
}

/** Returns whether a path contains `.` or `..`, plain or encoded. Such a path would address another resource. */
function hasDotSegment(path: string): boolean {
  const [beforeQuery = ''] = path.split(/[?#]/)
  return beforeQuery.split(/[/\\]/).some((segment) => ['.', '..'].includes(segment.replace(/%2e/gi, '.')))
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return isObject(value) || Array.isArray(value) ? stringifyExactJson(value) : String(value)
}

/** Headers that belong to the connection, describe the body, or are set by the service. */
const RESERVED = [
  'connection',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'host',
  'http2-settings',
  'idempotency-key',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/g

/** Returns valid HTTP headers: names in lower case, without invalid characters and without reserved headers. */
export function outgoingHeaders(wanted: Iterable<readonly [name: string, value: unknown]>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of wanted) {
    const lower = name.toLowerCase()
    if (!NAME.test(name) || RESERVED.includes(lower) || value === undefined || value === null) continue
    const text = typeof value === 'object' ? stringifyExactJson(value) : String(value)
    headers[lower] = text.replace(UNSENDABLE, '').trim()
  }
  return headers
}
