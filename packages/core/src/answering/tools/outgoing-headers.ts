import { stringifyExactJson } from '@messaging/contract/exact-json.ts'

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
